/** A row of the outbox is one process's until its lease ends, and only a real try counts as one. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { minuteMs } from '../../machines/durations.ts'
import { finishRequests } from '../../src/sending/finish-requests.ts'
import {
  claimRows,
  type ClaimedRow,
  extendLeases,
  postponeRows,
} from '../../src/store/engine/outbox.ts'
import { elapsedMs } from '../../src/shared/time.ts'
import { waitFor } from '../../src/core/reasons/wait-reasons.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(async () => {
  await world.parts.database.pool.query('delete from outbox')
  await world.parts.database.pool.query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload,
       cause, at, available_at)
     values ('row', 'chain', 'checkFunds', 'subscription', 's', 'm', 'TestNet', 'l', '{}', '{}',
       now(), now())`,
  )
})
afterAll(() => world.close())

const claim = (leaseMs: number): Promise<ClaimedRow[]> =>
  claimRows(world.parts.database, 'chain', { limit: 10, leaseMs })
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

/** Lets the leases end. */
const passTheLease = () =>
  world.parts.database.pool.query(
    `update outbox set available_at = available_at - interval '1 minute'`,
  )

test('a claimed row is claimed by nobody else until its lease has ended', async () => {
  expect(idsOf(await claim(minuteMs))).toEqual(['row'])
  expect(await claim(minuteMs)).toEqual([])
  await passTheLease()
  expect(idsOf(await claim(minuteMs))).toEqual(['row'])
})

test('a lease that is extended lasts for as long again', async () => {
  await claim(minuteMs)
  await extendLeases(world.parts.database, ['row'], 2 * minuteMs)
  await passTheLease()
  expect(await claim(minuteMs)).toEqual([])
})

test('a row counts its tries, and says what it waited for last', async () => {
  const [first] = await claim(0)
  await postponeRows(world.parts.database, ['row'], 0, waitFor('FullLane'))
  const [second] = await claim(0)
  expect([first!.attempts, second!.attempts]).toEqual([1, 2])
  expect([first!.waitsFor, second!.waitsFor]).toEqual([null, 'FullLane'])
})

test('what was done under a lease that is about to end is not written, and is done again', async () => {
  const { database, bus } = world.parts
  const rows = await claim(minuteMs)
  const finishWith = (leaseMs: number) =>
    finishRequests(
      { database, bus } as never,
      { leaseEndsAt: elapsedMs() + leaseMs } as never,
      rows,
      [],
    )
  const left = async () => idsOf((await database.pool.query('select id from outbox')).rows)
  await expect(finishWith(1_900)).rejects.toThrow(/lease/)
  expect(await left()).toEqual(['row'])
  await finishWith(minuteMs)
  expect(await left()).toEqual([])
})
