import { describe, expect, test } from 'vitest'
import type { DestinationCalls } from '../../src/store/engine/webhook-queue.ts'
import { releaseLane } from '../../src/store/engine/webhook-queue.ts'
import { creationId } from '../../src/store/planned-deliveries.ts'
import {
  bounds,
  claimed,
  database,
  insertDelivery,
  insertRow,
  insertWaiting,
  network,
  type Place,
  prepareQueue,
} from './queued-rows.ts'

prepareQueue()

const places = (
  merchantId: string,
  count: number,
  apiKey = `key of ${merchantId}`,
): (Place & { apiKey: string })[] =>
  Array.from({ length: count }, (_, index) => ({
    merchantId,
    apiKey,
    lane: `${merchantId}, ${apiKey}, ${index}`,
    sequence: 1,
  }))

const callsOf = (
  merchantId: string,
  apiKey: string,
  calls: number,
  { callsMax = bounds.perDestinationMax, ownerCallsMax = bounds.perMerchantMax } = {},
): DestinationCalls => ({
  merchantId,
  network,
  endpointId: 'endpoint',
  apiKey,
  calls,
  callsMax,
  ownerCallsMax,
})

describe('claiming webhooks of several merchants', () => {
  test('five hundred due rows of one merchant leave space for the only one of another', async () => {
    await Promise.all(places('busy', 500).map(insertWaiting))
    await insertWaiting({ merchantId: 'quiet', lane: 'quiet', sequence: 1 })
    const rows = await claimed({ totalMax: 5 })

    expect(rows).toHaveLength(5)
    expect(rows).toContain('quiet quiet 1')
  })

  test('the first row of every merchant comes before the second row of any', async () => {
    const merchants = ['a', 'b', 'c', 'd']
    await Promise.all(merchants.flatMap((merchant) => places(merchant, 5)).map(insertWaiting))
    const rows = await claimed({ totalMax: 6 })

    expect(new Set(rows.map((row) => row[0]))).toEqual(new Set(merchants))
    expect(rows).toHaveLength(6)
  })

  test('no merchant gets more than its free calls', async () => {
    await Promise.all([...places('busy', 20), ...places('fresh', 20)].map(insertWaiting))
    const rows = await claimed({ perMerchantMax: 8 }, [
      callsOf('busy', 'another key', 6, { ownerCallsMax: 8 }),
    ])

    expect(rows.filter((row) => row.startsWith('busy'))).toHaveLength(2)
    expect(rows.filter((row) => row.startsWith('fresh'))).toHaveLength(8)
  })

  test('two simultaneous claims never get the same row', async () => {
    await Promise.all(places('busy', 40).map(insertWaiting))
    const claims = await Promise.all([1, 2, 3, 4].map(() => claimed()))
    const rows = claims.flat()

    expect(new Set(rows).size).toBe(rows.length)
  })
})

describe('claiming webhooks to several destinations of a merchant', () => {
  test('five hundred due rows under one key leave space for the only one under another', async () => {
    await Promise.all(places('shop', 500, 'busy').map(insertWaiting))
    await Promise.all(places('shop', 1, 'quiet').map(insertWaiting))
    expect(await claimed({ totalMax: 2 })).toContain('shop shop, quiet, 0 1')
  })

  test('a destination with all its calls under way hides no other, however long its queue', async () => {
    await Promise.all(places('shop', 500, 'hanging').map(insertWaiting))
    await Promise.all(places('shop', 3, 'quick').map(insertWaiting))
    const rows = await claimed({}, [callsOf('shop', 'hanging', 8)])
    expect(rows).toHaveLength(3)
    expect(rows.every((row) => row.includes('quick'))).toBe(true)
  })

  test('none gets more than its free calls, nor all of them more than the merchant has', async () => {
    const keys = ['one', 'two', 'three']
    await Promise.all(keys.flatMap((key) => places('shop', 20, key)).map(insertWaiting))
    const rows = await claimed({}, [callsOf('shop', 'one', 6)])
    expect(rows).toHaveLength(14)
    const countUnder = (key: string) => rows.filter((row) => row.includes(key)).length
    expect(countUnder('one')).toBeLessThanOrEqual(2)
    expect(Math.max(...keys.map(countUnder))).toBeLessThanOrEqual(8)
  })
})

describe('claiming webhooks of one lane', () => {
  const at = (sequence: number): Place => ({ merchantId: 'shop', lane: 'lane', sequence })

  test.each(['Pending', 'Retrying'])('a row waits while an earlier one is %s', async (status) => {
    await insertDelivery(at(1), status)
    await insertWaiting(at(2))
    expect(await claimed()).toEqual([])
  })

  test.each(['Delivered', 'Exhausted'])(
    'a row is claimed once the earlier one is %s',
    async (status) => {
      await insertDelivery(at(1), status)
      await insertWaiting(at(2))
      expect(await claimed()).toEqual(['shop lane 2'])
    },
  )

  test('a row waits while the delivery before it is not created yet', async () => {
    await insertRow(at(1), {
      id: creationId('lane', 1),
      channel: 'actor',
      name: 'delivery.create',
      rowLane: '',
    })
    await insertWaiting(at(2))
    expect(await claimed()).toEqual([])
  })

  test('a row that had to wait is claimed as soon as its lane is released', async () => {
    await insertDelivery(at(1), 'Retrying')
    await insertWaiting(at(2))
    expect(await claimed()).toEqual([])
    await database.pool.query(`update delivery set status = 'Delivered' where sequence = 1`)
    expect(await claimed()).toEqual([])
    await releaseLane(database.pool, 'lane')
    expect(await claimed()).toEqual(['shop lane 2'])
  })

  test('a released lane comes before the rows that were due already', async () => {
    await insertDelivery(at(1), 'Retrying')
    await insertWaiting(at(2))
    await claimed()
    await Promise.all(places('shop', 20).map(insertWaiting))
    await database.pool.query(`update delivery set status = 'Delivered' where status = 'Retrying'`)
    await releaseLane(database.pool, 'lane')
    expect(await claimed({ perMerchantMax: 1 })).toEqual(['shop lane 2'])
  })

  test('a claimed row stays claimed, though its lane is released', async () => {
    await insertWaiting(at(1))
    expect(await claimed()).toEqual(['shop lane 1'])
    await releaseLane(database.pool, 'lane')
    expect(await claimed()).toEqual([])
  })

  test.each(['Exhausted', 'Cancelled', 'Delivered'])(
    'a row is dropped once its delivery is %s',
    async (status) => {
      await insertWaiting(at(1))
      await database.pool.query('update delivery set status = $1', [status])
      expect(await claimed()).toEqual([])
      expect((await database.pool.query('select 1 from outbox')).rowCount).toBe(0)
    },
  )
})
