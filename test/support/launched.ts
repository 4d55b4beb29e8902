/** Servers that the launcher starts for a test, which is this process alone to use. */
import { inject } from 'vitest'
import type { Launch, Launched } from './launcher.ts'

export type LaunchedServer = {
  url: string
  /** The process that serves now; another one after a crash. */
  readPid(): Promise<number>
  /** Ends it in good order. Calling it again changes nothing. */
  stop(): Promise<void>
}

export async function launch(wanted: Launch): Promise<LaunchedServer> {
  const { id, url } = await ask('POST', '/', wanted)
  return {
    url,
    readPid: async () => (await ask('GET', id)).pid,
    async stop() {
      await ask('DELETE', id)
    },
  }
}

async function ask(method: string, path: string, wanted?: Launch): Promise<Launched> {
  const response = await fetch(`${inject('launcherUrl')}${path}`, {
    method,
    ...(wanted && { body: JSON.stringify(wanted) }),
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Launched
}
