/** A nats-server with a configuration that the test writes. */
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { findBinary, natsServer } from '../../src/embedded/binaries.ts'
import { findFreePort } from '../../src/embedded/ports.ts'
import { claimServerFiles } from '../../src/embedded/server-files.ts'
import { startServer } from '../../src/embedded/server.ts'
import { newDirectory } from './temporary-directory.ts'

/**
 * Starts it on a free port of the loopback interface; `environment` fills the configuration's
 * variables.
 */
export async function startConfiguredNats(
  configuration: string,
  environment: Record<string, string> = {},
) {
  const directory = newDirectory('nats')
  const port = await findFreePort()
  const file = join(directory, 'test.conf')
  writeFileSync(file, configuration)
  const server = await startServer({
    name: 'nats-server',
    url: `nats://127.0.0.1:${port}`,
    executable: await findBinary(natsServer),
    args: [
      '--addr',
      '127.0.0.1',
      '--port',
      String(port),
      '--config',
      file,
      '--store_dir',
      join(directory, 'store'),
    ],
    files: await claimServerFiles(directory, 'nats'),
    environment,
    stopSignal: 'SIGTERM',
    isReady: (log) => log.includes('Server is ready'),
  })
  return Object.assign(server, { host: `127.0.0.1:${port}`, port, directory })
}
export type ConfiguredNats = Awaited<ReturnType<typeof startConfiguredNats>>
