/** Starts the HTTP role: the merchant API, the public calls, the dashboard and the documentation. */
import type { AddressInfo } from 'node:net'
import { startActingOnMany } from './act-on-many/runner.ts'
import type { HttpDependencies } from './dependencies.ts'
import { startForgetting } from './forgetting.ts'
import { createServer } from './server.ts'

/** With what stops after it, less than the 10 s for which `docker stop` waits before it kills. */
const stopTimeoutMs = 3_000
/** Listens and returns the address; `stop` lets requests under way finish, for 3 s at most. */
export async function startHttp(
  dependencies: HttpDependencies,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await createServer(dependencies)
  const { host, port } = dependencies.settings
  await server.listen({ host, port })
  const { port: takenPort } = server.server.address() as AddressInfo
  const acting = startActingOnMany(dependencies)
  const forgetting = startForgetting(dependencies)
  return {
    url: `http://${toUrlHost(host)}:${takenPort}`,
    async stop() {
      forgetting.stop()
      const impatience = setTimeout(() => server.server.closeAllConnections(), stopTimeoutMs)
      await Promise.all([server.close(), acting.stop()])
      clearTimeout(impatience)
    },
  }
}

/** An address that means "every interface" is reached over the loopback one. */
export function toUrlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
