/** Timers that are due together by the thousand are sent once workers follow. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTimerRelay } from '../../src/relays/timer.relay.ts'
import { areWorkersBehind } from '../../src/store/engine/timers.ts'
import { passTime } from '../support/settle.ts'
import { createWorld, type World } from './world.ts'
import { timerMessage } from '../../src/core/turn/message-check.ts'

const sentTogether = 500
const due = 1_200

let world: World

beforeAll(async () => {
  world = await createWorld()
  await world.holdTime()
})
afterEach(() => query('truncate timer, outbox'))
afterAll(() => world.close())

const query = (text: string, values: unknown[] = []) =>
  world.parts.database.pool.query<{ count: number }>(text, values)

/** Timers of actors that nobody serves here: no worker runs. */
const armTimers = () =>
  query(
    `insert into timer (kind, entity_id, timer_id, armed_at_revision, merchant_id, network, due_at)
     select 'delivery', 'delivery-' || n, 'xstate.after.untilNextAttempt.Waiting', 1, 'merchant', 'TestNet',
       now() - interval '1 minute' + n * interval '1 millisecond'
     from generate_series(1, $1::int) n`,
    [due],
  )

/** A worker's turn takes the timer away. */
const takeSent = () => query('delete from timer where sent_at is not null')

const sent = async () =>
  (await query('select count(*)::int as count from timer where sent_at is not null')).rows[0]!.count

test('the next timers are sent when those before are taken, and no sooner', async () => {
  await armTimers()
  const relay = startTimerRelay(world.parts)
  await world.passUntil('the first are sent', async () => (await sent()) === sentTogether)
  await passTime(world.parts, 500)
  expect(await sent()).toBe(sentTogether)
  await takeSent()
  await world.passUntil('the next are sent', async () => (await sent()) === sentTogether)
  await takeSent()
  await world.passUntil('the last are sent', async () => (await sent()) === due - 2 * sentTogether)
  await relay.stop()
})

test('where no worker takes any, the others are sent all the same', async () => {
  await armTimers()
  const relay = startTimerRelay(world.parts)
  await world.passUntil('all are sent', async () => (await sent()) === due)
  await relay.stop()
})

test('a relay that waits for workers stops at once', async () => {
  await armTimers()
  const relay = startTimerRelay(world.parts)
  await world.passUntil('the first are sent', async () => (await sent()) === sentTogether)
  // Time stands still: it would wait for ever otherwise.
  await relay.stop()
})

test('workers are behind with many messages, but not with those that no turn could take', async () => {
  const { database } = world.parts
  const gone = timerMessage(
    {
      kind: 'delivery',
      entityId: 'gone',
      timerId: 'xstate.after.untilNextAttempt.Waiting',
      armedAtRevision: 1,
      merchantId: 'merchant',
      network: 'TestNet',
    },
    false,
  )
  expect(await areWorkersBehind(database, gone)).toBe(false)
  await query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload, cause, at, available_at)
     select 'message-' || n, 'actor', 'plan.archive', 'plan', 'plan-' || n, 'merchant', 'TestNet', '', '{}', '{}', now(), now()
     from generate_series(1, 500) n`,
  )
  expect(await areWorkersBehind(database, gone)).toBe(true)
  await query('update outbox set attempts = 1')
  expect(await areWorkersBehind(database, gone)).toBe(false)
})
