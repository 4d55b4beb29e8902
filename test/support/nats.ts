import { randomBytes } from 'node:crypto'
import { connect } from 'nats'
import { inject } from 'vitest'
import { eventStreamOf } from '../../src/bus/subjects.ts'
import { launch, type LaunchedServer } from './launched.ts'
import { newDirectory } from './temporary-directory.ts'

/** A part of a NATS that others use as well: every subject in it begins with the prefix. */
export type TestBus = { url: string; prefix: string | null; stop(): Promise<void> }

/** Takes a part of the NATS that all tests share: neither subjects nor events of other worlds are in it. */
export function shareNats(): TestBus {
  const url = inject('natsUrl')
  const prefix = `test_${randomBytes(6).toString('hex')}`
  return { url, prefix, stop: () => deleteStream(url, eventStreamOf(prefix)) }
}

/**
 * Starts a NATS that only the calling test file uses, for tests that stop it, kill it or delete its
 * store. Others share one: `shareNats()`.
 */
export async function startTestNats(): Promise<
  LaunchedServer & { storeDirectory: string; prefix: null }
> {
  const storeDirectory = newDirectory('nats')
  const launched = await launch({ server: 'nats', settings: { storeDirectory } })
  return { ...launched, storeDirectory, prefix: null }
}

/** The memory that a stream may take is reserved for it as long as it is there. */
async function deleteStream(url: string, name: string): Promise<void> {
  const connection = await connect({ servers: url })
  const manager = await connection.jetstreamManager()
  await manager.streams.delete(name).catch(() => false)
  await connection.close()
}
