/** Each law of the database is noticed when it is broken. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TurnEngine } from '../../src/actors/turn-engine.ts'
import { findBreaches } from '../support/laws.ts'
import {
  anAddress,
  anId,
  createCharge,
  createDelivery,
  createPlan,
  failDelivery,
  renamePlan,
  told,
  aHash,
} from './messages.ts'
import { createWorld, type World } from './world.ts'

const [plan, delivery, charge, contract] = [anId(), anId(), anId(), anAddress()]
const settlement = { transactionHash: aHash(), chargedAt: '2026-01-01T00:00:00.000Z' }
let world: World

beforeAll(async () => {
  world = await createWorld()
  const engine = new TurnEngine(world.parts)
  for (const message of [
    createPlan(plan),
    renamePlan(plan, 'Changed'),
    createDelivery(delivery),
    failDelivery(delivery),
    createCharge(charge, contract, 1),
    told('charge', charge, { type: 'charge.confirm', ...settlement }),
  ])
    await engine.take(message, false)
})
afterAll(() => world.close())

test('the laws of the database hold before anything is broken', async () => {
  expect(await breachesAfter('select 1')).toEqual([])
})

test.for([
  [
    'the turns of an actor are numbered without a gap',
    `update journal set revision = 3 where revision = 2`,
  ],
  ['an actor stands at the last turn of its journal', `delete from journal where revision = 2`],
  ['an actor stands at the last turn of its journal', `delete from plan`],
  ['the timers that wait are those of the snapshot', `delete from timer`],
  ['the timers that wait are those of the snapshot', `update timer set armed_at_revision = 1`],
  ['the timers that wait are those of the snapshot', `update timer set due_at = now()`],
  [
    'no two charges of a contract succeed for one period',
    `drop index charge_one_for_each_period;
     insert into charge (id, merchant_id, network, status, phase, revision, machine_version,
       snapshot, created_at, updated_at)
     select 'another', merchant_id, network, status, phase, revision, machine_version, snapshot,
       created_at, updated_at from charge`,
  ],
  [
    'what a turn has consumed is not in the outbox',
    `update outbox set channel = 'chain', id = (select message_id from journal limit 1)
     where id = (select id from outbox limit 1)`,
  ],
  [
    'a message with an open anomaly is parked',
    `insert into anomaly (message_id, kind, entity_id, merchant_id, network, event, state, reason, at)
     select id, kind, entity_id, merchant_id, network, payload, '', '', at from outbox`,
  ],
  [
    'what is asked for was asked for by a turn that happened',
    `update outbox set id = regexp_replace(id, '/([0-9]+/[0-9]+)$', '/7\\1')`,
  ],
  [
    'the events of a resource are numbered without a hole',
    `insert into merchant_event (event_id, merchant_id, network, log_number, event_type, resource_kind, resource_id, sequence, body, at)
     select '${plan.slice(0, 21)}' || n, 'M', 'TestNet', n, 'PaymentStatusChanged', 'payment', 'P', n, '{}', now()
     from unnest(array[1, 3]) n`,
  ],
  ['nothing is left to happen', `update outbox set channel = 'actor'`],
  [
    'an actor is what its journal makes of it',
    `update plan set snapshot = jsonb_set(snapshot, '{context,name}', '"Other"')`,
  ],
  [
    'an actor is what its journal makes of it',
    `update plan set snapshot = jsonb_set(snapshot, '{told}', '7')`,
  ],
  [
    'an actor is what its journal makes of it',
    `update plan set snapshot = jsonb_set(snapshot, '{actions}', '[]')`,
  ],
  ['an actor is what its journal makes of it', `update plan set status = 'Active'`],
  [
    'a journal can be replayed',
    `update journal set to_state = 'Active' where revision = 2 and kind = 'plan'`,
  ],
  [
    'a journal can be replayed',
    `update journal set event = '{"type":"plan.restore"}' where revision = 2 and kind = 'plan'`,
  ],
] as const)('a breach of this law is noticed: %s', async ([law, harm]) => {
  expect((await breachesAfter(harm)).join('\n')).toContain(law)
})

/** Breaks something in the database, checks the laws, and undoes it. */
async function breachesAfter(harm: string): Promise<string[]> {
  const client = await world.parts.database.pool.connect()
  try {
    await client.query('begin')
    await client.query(harm)
    return await findBreaches({ pool: client }, { empty: ['actor'] })
  } finally {
    await client.query('rollback')
    client.release()
  }
}
