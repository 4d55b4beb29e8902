import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { startNats } from '../../src/embedded/nats.ts'
import type { EmbeddedServer } from '../../src/embedded/server.ts'

/**
 * Starts a NATS that only the calling test file uses, for tests that stop it, kill it or delete its
 * store. Others take the shared one: `inject('natsUrl')`.
 */
export async function startTestNats(): Promise<EmbeddedServer & { storeDirectory: string }> {
  const storeDirectory = mkdtempSync(join(inject('temporaryDirectory'), 'nats-'))
  return Object.assign(await startNats({ storeDirectory }), { storeDirectory })
}
