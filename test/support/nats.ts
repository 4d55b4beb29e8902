import { startNats } from '../../src/embedded/nats.ts'
import type { EmbeddedServer } from '../../src/embedded/server.ts'
import { newDirectory } from './temporary-directory.ts'

/**
 * Starts a NATS that only the calling test file uses, for tests that stop it, kill it or delete its
 * store. Others take the shared one: `inject('natsUrl')`.
 */
export async function startTestNats(): Promise<EmbeddedServer & { storeDirectory: string }> {
  const storeDirectory = newDirectory('nats')
  return Object.assign(await startNats({ storeDirectory }), { storeDirectory })
}
