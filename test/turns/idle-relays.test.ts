/** Relays ask the database one statement while there is nothing to do, however many relays there are. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Stop } from '../../src/bus/bus.ts'
import { startActorRelay } from '../../src/relays/actor.relay.ts'
import { startEventRelay } from '../../src/relays/event.relay.ts'
import { startReceiverRelay } from '../../src/relays/receiver.relay.ts'
import { startTimerRelay } from '../../src/relays/timer.relay.ts'
import { startWebhookRelay } from '../../src/relays/webhook.relay.ts'
import { Secrets } from '../../src/shared/secrets/secrets.ts'
import { startChainRelay } from '../../src/sending/chain.relay.ts'
import { ChainDirectory } from '../../src/shared/chain-directory.ts'
import { movingDatabase } from '../support/settle.ts'
import { anId, told } from './messages.ts'
import { createWorld, type World } from './world.ts'

const beats = 6

let world: World
let relays: Stop[]
let asked: string[] = []

beforeAll(async () => {
  world = await createWorld()
  noteStatements()
  const { parts } = world
  const merchants = { ...parts, secrets: new Secrets(Buffer.alloc(32)), mails: undefined }
  const targets = { allowPrivateTargets: true }
  const chains = { chains: new Map(), directory: new ChainDirectory([], []) }
  const openGasKey = () => Promise.reject(new Error('there is no gas wallet'))
  relays = [
    startActorRelay(parts),
    startTimerRelay({ ...parts, ...chains }),
    startEventRelay(parts),
    startReceiverRelay(merchants),
    startWebhookRelay({ ...merchants, ...chains, targets }),
    startChainRelay({ ...parts, ...chains, openGasKey }),
  ]
})
beforeEach(() => {
  asked = []
})
afterAll(async () => {
  for (const relay of relays) await relay.stop()
  await world.close()
})

/** Notes the name of each statement, or its text where it has none. */
function noteStatements(): void {
  const { pool } = world.parts.database
  const query = pool.query.bind(pool) as (...values: unknown[]) => unknown
  const noted = (first: string | { name?: string; text: string }, ...others: unknown[]) => {
    asked.push(typeof first === 'string' ? first : (first.name ?? first.text))
    return query(first, ...others)
  }
  pool.query = noted as typeof pool.query
}

const timesOf = (name: string) => asked.filter((one) => one === name).length
const others = () =>
  asked.filter((one) => !['due-work', 'read-clock', movingDatabase].includes(one))

test('with nothing to do no relay asks for itself', async () => {
  // The first round of a relay works without asking whether there is anything to do.
  await world.settle()
  asked = []
  await world.passUntil('they ask again', () => timesOf('due-work') >= beats)
  expect(others()).toEqual([])
})

test('a row of which nobody was told is found, and only its relay asks for more', async () => {
  const message = told('plan', anId(), { type: 'plan.archive' })
  await world.parts.database.pool.query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload, cause, at, available_at)
     values ($1, 'actor', 'plan.archive', 'plan', $2, $3, 'TestNet', '', '{}', '{"type":"chain","detail":""}', now(), now())`,
    [message.id, message.entityId, message.merchantId],
  )
  asked = []
  await world.passUntil('it is found', () => timesOf('outbox-claim-actor') > 0)
  expect(new Set(others())).toEqual(new Set(['outbox-claim-actor']))
})
