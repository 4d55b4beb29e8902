/** Starts the HTTP role: the merchant API, the public calls, the dashboard and the documentation. */
import { once } from 'node:events'
import { type AddressInfo, createServer as createTrial } from 'node:net'
import { errorText } from '../shared/errors.ts'
import type { HttpDependencies } from './dependencies.ts'
import { startForgetting } from './forgetting.ts'
import { createServer } from './server.ts'
import { every } from '../shared/time.ts'

/** With what stops after it, less than the 10 s for which `docker stop` waits before it kills. */
export const stopTimeoutMs = 3_000

/**
 * Listens and returns the address; `stop` lets requests under way finish, for 3 s at most. Cells but the first are
 * served behind the same address.
 */
export async function startHttp(
  dependencies: HttpDependencies,
  others: readonly HttpDependencies[] = [],
): Promise<{ url: string; stop(): Promise<void> }> {
  const { host, port } = dependencies.settings
  await requireFreePort(host, port)
  const server = await createServer(dependencies, others)
  await server.listen({ host, port })
  const { port: takenPort } = server.server.address() as AddressInfo
  const cells = [dependencies, ...others]
  const forgetting = cells.map(startForgetting)
  return {
    url: `http://${toUrlHost(host)}:${takenPort}`,
    async stop() {
      for (const one of forgetting) one.stop()
      // Again, where a connection that was already made came after the others were closed.
      const impatience = every(stopTimeoutMs, () => server.server.closeAllConnections())
      await server.close()
      impatience.cancel()
    },
  }
}

/** Before the pages are built, which takes a while at the first start. */
async function requireFreePort(host: string, port: number): Promise<void> {
  const trial = createTrial().listen({ host, port })
  try {
    await once(trial, 'listening')
  } catch (cause) {
    throw new Error(
      `PORT: the service cannot listen on ${host}:${port} (HOST:PORT): ${errorText(cause)}; stop what listens there, or choose another port`,
      { cause },
    )
  }
  trial.close()
  await once(trial, 'close')
}

/** An address that means "every interface" is reached over the loopback one. */
export function toUrlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
