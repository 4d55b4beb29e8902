/**
 * Starts, once for all tests of the pages, a browser, and as many whole services as files run at once: each process of
 * tests has its own, and reaches it from outside only.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startChromium } from './chromium.ts'
import type { ServedPages } from './serve-pages.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** In the order of the processes of tests. */
    servedPages: ServedPages[]
    browserEndpoint: string
  }
}

export default async function startPages(project: TestProject) {
  const { maxWorkers } = project.config
  const [browser, ...services] = await Promise.all([
    startChromium(),
    ...Array.from({ length: Number(maxWorkers) }, startServing),
  ])
  project.provide(
    'servedPages',
    services.map(({ served }) => served),
  )
  project.provide('browserEndpoint', browser.wsEndpoint())

  return async function stopPages() {
    await browser.close()
    await Promise.all(services.map((service) => service.stop()))
  }
}

async function startServing(): Promise<{ served: ServedPages; stop(): Promise<void> }> {
  const serving = fork(join(import.meta.dirname, 'serve-pages.ts'), { execArgv: [] })
  const ended = once(serving, 'exit')
  const [served] = await Promise.race([
    once(serving, 'message'),
    ended.then(([code]) => {
      throw new Error(`a service for the pages ended with code ${code} before it was ready`)
    }),
  ])
  return {
    served: served as ServedPages,
    async stop() {
      serving.disconnect()
      await ended
    },
  }
}
