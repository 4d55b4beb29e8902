/**
 * nats-server with JetStream. It only carries messages: what must not be lost is in Postgres, and
 * its directory may be deleted while the service is stopped.
 */
import { join, resolve } from 'node:path'
import { findBinary, natsServer } from './binaries.ts'
import { claimStablePort } from './ports.ts'
import { claimServerFiles } from './server-files.ts'
import { type EmbeddedServer, startServer } from './server.ts'

/**
 * Starts nats-server on the loopback interface, on the port it had before where that is free.
 *
 * @throws where there is no nats-server, or where it does not start
 */
export async function startNats({
  storeDirectory,
}: {
  storeDirectory: string
}): Promise<EmbeddedServer> {
  const directory = resolve(storeDirectory)
  const files = await claimServerFiles(directory, 'nats')
  const executable = await findBinary(natsServer)
  const port = await claimStablePort(files.port)
  const address = ['--addr', '127.0.0.1', '--port', String(port)]

  return startServer({
    name: 'nats-server',
    url: `nats://127.0.0.1:${port}`,
    executable,
    args: [...address, '--jetstream', '--store_dir', join(directory, 'store')],
    files,
    stopSignal: 'SIGTERM',
    isReady: (log) => log.includes('Server is ready'),
  })
}
