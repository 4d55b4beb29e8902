/**
 * Sightings of nodes are counted apart from claims: after an outage of all of them one answer is one, however often was
 * tried.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { KnownTransaction } from '../../src/chain/rows/transactions.ts'
import { claimOfLane, type LeasedRow } from '../../src/store/engine/chain-queue.ts'
import { nothingNamed } from '../../src/chain/rpc/send-words.ts'
import type { SendAnswer } from '../../src/sending/sender.ts'
import { handleRefusal } from '../../src/sending/send-refusals.ts'
import { type ClaimedRow, timesSeen } from '../../src/store/engine/outbox.ts'
import { elapsedMs } from '../../src/shared/time.ts'
import { createWorld, type World } from '../../test/chain/world.ts'

/** An outage of some minutes leaves a request with so many. */
const claimsInOutage = 50
const name = 'broadcastTransaction'
const rooms = [{ name, countMax: 1, gasEach: 0n }]
const claim = { rooms, gasMax: null, exceptWaitingFor: null, isNew: false, leaseMs: 15_000 }

let world: World
let lane: string

beforeAll(async () => {
  world = await createWorld()
  lane = `${world.chain.name}/${world.merchant.merchantId}`
})
beforeEach(async () => {
  await world.database.pool.query('delete from outbox')
  await world.database.pool.query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload, cause, at,
       available_at, attempts)
     values ('a request', 'chain', $1, 'transaction', 'a transaction', $2, 'TestNet', $3, '{}', '{}', now(), now(), $4)`,
    [name, world.merchant.merchantId, lane, claimsInOutage],
  )
})
afterAll(() => world?.close({ hasRowsByHand: true }))

/** Claims the request, and lets the nodes refuse it. */
async function refuse(result: Exclude<SendAnswer['result'], 'sent'>): Promise<void> {
  await world.database.pool.query('update outbox set available_at = now()')
  const [row] = await claimOfLane(world.database, lane, claim)
  const transaction = { id: 'a transaction', phase: 'Sending' } as KnownTransaction
  await handleRefusal(world, workOf(row!), row!, transaction, {
    result,
    errorText: 'no',
    least: nothingNamed,
    heldBackBy: null,
    isAtLimit: false,
  })
}

const workOf = (row: LeasedRow) => ({
  chain: world.chain,
  merchantId: world.merchant.merchantId,
  rows: [row],
  leaseEndsAt: elapsedMs() + claim.leaseMs,
  isTrying: false,
  close: () => undefined,
})

type Waiting = Pick<ClaimedRow, 'attempts' | 'sightings'> & { waitsMs: number }

/** Reads what waits, requests and what is reported to the transaction alike. */
async function outbox(): Promise<Record<string, Waiting>> {
  const { rows } = await world.database.pool.query<Waiting & { name: string }>(
    `select name, attempts, sightings,
       extract(epoch from available_at - now())::float8 * 1000 as "waitsMs" from outbox`,
  )
  return Object.fromEntries(rows.map((row) => [row.name, row]))
}

test('a nonce that is found used once after an outage is not believed to be lost; three times, it is', async () => {
  await refuse('lost')
  expect((await outbox())[name]).toMatchObject({
    attempts: claimsInOutage + 1,
    sightings: { NonceUsed: 1 },
  })
  await refuse('lost')
  expect(Object.keys(await outbox())).toEqual([name])
  await refuse('lost')
  expect(Object.keys(await outbox())).toEqual(['transaction.refused'])
})

test('what nodes said otherwise does not count for it', async () => {
  await refuse('gasTooLow')
  await refuse('invalid')
  await refuse('lost')
  const { sightings } = (await outbox())[name]!
  expect(sightings).toEqual({ NotTaken: 1, Impossible: 1, NonceUsed: 1 })
  expect(timesSeen({ sightings }, 'NonceUsed')).toBe(2)
})

test('the first refusal after an outage is tried again within seconds, and reported to nobody', async () => {
  await refuse('unclear')
  const waiting = await outbox()
  expect(Object.keys(waiting)).toEqual([name])
  expect(waiting[name]!.waitsMs).toBeLessThan(2_000)
  await refuse('unclear')
  await refuse('unclear')
  expect(Object.keys(await outbox())).toEqual(['transaction.unfunded'])
})
