import { launch, type LaunchedServer } from './launched.ts'
import { newDirectory } from './temporary-directory.ts'

/**
 * Starts a NATS that only the calling test file uses, for tests that stop it, kill it or delete its
 * store. Others take the shared one: `inject('natsUrl')`.
 */
export async function startTestNats(): Promise<LaunchedServer & { storeDirectory: string }> {
  const storeDirectory = newDirectory('nats')
  return { ...(await launch({ server: 'nats', settings: { storeDirectory } })), storeDirectory }
}
