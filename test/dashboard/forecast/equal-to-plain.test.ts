/** The forecast is computed from sums and indexes; over random worlds it says what the plain definition says. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createMerchant } from '../../../src/store/merchants/merchants.ts'
import {
  type ForecastCharge,
  type ForecastFilter,
  listForecastCharges,
} from '../../../src/store/views/forecast/forecast-charges.ts'
import { readForecastPage } from '../../../src/store/views/forecast/forecast-page.ts'
import { type Forecast, readForecast } from '../../../src/store/views/forecast/forecast.ts'
import type { ForecastGround } from '../../../src/store/views/forecast/planned.ts'
import type { Owner } from '../../../src/shared/owner.ts'
import type { Database } from '../../../src/store/database.ts'
import type { ListPosition } from '../../../src/store/lists/places.ts'
import { sumTotals } from '../../../src/http/dashboard/numbers/forecast-sums.ts'
import { createDependencies } from '../world.ts'
import { forecastPlainly, type PlainCharge } from './plain-forecast.ts'
import { makeRandomWorld, randomOf } from './random-world.ts'

/** How many the proof makes; for every change only those are compared that are known. */
const worlds = Number(process.env.WORLDS ?? (inject('tier') === 'proof' ? 4 : 0))
/** A world's number stands in the name of its test; SEED begins there again, WORLDS tries more of them. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))

/** Worlds in which the two once differed. 1010: wallets that several share, of an asset that is switched off. */
const known = [1010]

let dependencies: Awaited<ReturnType<typeof createDependencies>>
beforeAll(async () => {
  dependencies = await createDependencies()
})
afterAll(() => dependencies.database.close())

const everything = { limit: 10_000, offset: 0 }

test.each([...known, ...Array.from({ length: worlds }, (_, index) => seed + index)])(
  'world %i: every charge, every sum, every filter and page, and what one payer has to pay',
  async (ofWorld) => {
    const { database, clock } = dependencies
    const merchantId = await createMerchant(dependencies, `world ${ofWorld}`)
    const owner = { merchantId, network: 'TestNet' } as const
    const ground = await makeRandomWorld(database.pool, owner, clock.now(), ofWorld)
    const plain = await forecastPlainly(database.pool, owner, ground)
    const forecast = await readForecast(database, owner, ground)

    expect(sumUp(forecast.sums)).toEqual(sumUp(plain.map((one) => toSum(one, ground))))
    expect(countSubscriptions(forecast.sums)).toEqual(countContracts(plain))
    const list = (filter: ForecastFilter, page = everything) =>
      listForecastCharges(database, owner, ground, { forecast, filter }, page)
    const { charges } = await list({})
    expect(charges.map(inWords)).toEqual(plain.map(inWords))
    expect(findOldestLooks(forecast.sums)).toEqual(findOldestLooks(charges))
    for (const [filter, isWanted] of filtersOf(plain, ground)) {
      const wanted = plain.filter(isWanted).map(inWords)
      const found = await list(filter)
      expect([filter, found.total, found.charges.map(inWords)]).toEqual([
        filter,
        wanted.length,
        wanted,
      ])
      const offset = Math.floor(randomOf(ofWorld)() * wanted.length)
      const page = await list(filter, { limit: 5, offset })
      expect(page.charges.map(inWords)).toEqual(wanted.slice(offset, offset + 5))
      if (filter.customerId === undefined)
        expect([filter, ...(await walk(database, owner, { ground, forecast }, filter))]).toEqual([
          filter,
          wanted,
          wanted,
        ])
    }
    for (const payer of new Set(plain.slice(0, 4).map((one) => one.payer))) {
      const narrowed = { ...ground, payers: [payer] }
      const own = await readForecast(database, owner, narrowed)
      const found = await listForecastCharges(
        database,
        owner,
        narrowed,
        { forecast: own, filter: {} },
        everything,
      )
      expect(found.charges.map(inWords)).toEqual(
        plain.filter((one) => one.payer === payer).map(inWords),
      )
    }
  },
)

/** Reads all pages by their places, to the end and back to the beginning, and judges few subscriptions at a time. */
async function walk(
  database: Database,
  owner: Owner,
  { ground, forecast }: { ground: ForecastGround; forecast: Forecast },
  filter: ForecastFilter,
): Promise<[string[], string[]]> {
  const readWhole = async () => ({ ground, forecast })
  const wanted = { filter, judgedFirst: 4, readWhole }
  const read = (place: { after?: ListPosition; before?: ListPosition }) =>
    readForecastPage(database, owner, ground, wanted, { limit: 25, ...place })
  const on: string[] = []
  let page = await read({})
  expect(page.previous).toBe(null)
  for (;;) {
    on.push(...page.rows.map(inWords))
    if (page.next === null) break
    page = await read({ after: page.next })
  }
  const before: string[] = page.rows.map(inWords)
  for (let place = page.previous; place !== null;) {
    const found = await read({ before: place })
    before.unshift(...found.rows.map(inWords))
    place = found.previous
  }
  return [on, before]
}

const inWords = (one: PlainCharge | ForecastCharge): string =>
  [
    one.contractAddress,
    one.period,
    'at' in one ? one.at.toISOString() : one.dueAt,
    one.customerId,
    one.payer,
    one.blockchain,
    one.asset,
    one.amount,
    one.class,
    one.reason,
    one.held,
  ].join(' ')

type Looked = Pick<ForecastCharge, 'blockchain' | 'asset' | 'class'> & {
  seenAt: Date | string | null
}

/** When the wallets were seen that covered charges of each asset rely on, the oldest look of each. */
function findOldestLooks(some: Looked[]): Record<string, number> {
  const covered = some.filter((one) => one.class === 'covered')
  const groups = Map.groupBy(covered, ({ blockchain, asset }) => `${blockchain} ${asset}`)
  const looks = [...groups].map(([key, group]) => [
    key,
    Math.min(...group.map(({ seenAt }) => +new Date(seenAt!))),
  ])
  return Object.fromEntries(looks)
}

type Sum = { date: string; blockchain: string; asset: string; class: string; reason: string | null }

const dateOf = ({ at }: PlainCharge, { now, utcOffset }: ForecastGround): string =>
  new Date(Math.max(+at, +now) + utcOffset * 60_000).toISOString().slice(0, 10)
const toSum = (one: PlainCharge, ground: ForecastGround) => ({
  date: dateOf(one, ground),
  blockchain: one.blockchain,
  asset: one.asset,
  class: one.class!,
  reason: one.reason,
  count: 1,
  amount: one.amount,
})

/** Returns the number and the sum of each kind of charge. */
function sumUp(sums: (Sum & { count: number; amount: bigint })[]): Record<string, string> {
  const groups = Map.groupBy(sums, ({ date, blockchain, asset, class: certainty, reason }) =>
    [date, blockchain, asset, certainty, reason].join(' '),
  )
  const entries = [...groups].map(([key, some]) => [
    key,
    `${some.reduce((all, one) => all + one.count, 0)} ${some.reduce((all, one) => all + one.amount, 0n)}`,
  ])
  return Object.fromEntries(entries)
}

const kindsOf = (one: { blockchain: string; asset: string }, certainty: string | null) =>
  `${one.blockchain} ${one.asset} ${certainty}`

/** Counts the subscriptions that have a charge of each class to come, as the page of the forecast shows them. */
function countSubscriptions(sums: Forecast['sums']): Record<string, number> {
  const counts = sumTotals(sums, { days: 30, utcOffset: 0 }).flatMap((total) =>
    Object.entries(total.classes).map(([name, one]) => [kindsOf(total, name), one.subscriptions]),
  )
  return Object.fromEntries(counts.filter(([, count]) => count !== 0))
}

function countContracts(plain: PlainCharge[]): Record<string, number> {
  const groups = Map.groupBy(plain, (one) => kindsOf(one, one.class))
  const contracts = [...groups].map(([key, some]) => [
    key,
    new Set(some.map((one) => one.contractAddress)).size,
  ])
  return Object.fromEntries(contracts)
}

/** One filter of each kind, and those of the rows that the page of the forecast links to. */
function filtersOf(
  plain: PlainCharge[],
  ground: ForecastGround,
): [ForecastFilter, (one: PlainCharge) => boolean][] {
  const reasons = [...new Set(plain.map(({ reason }) => reason))].filter((one) => one !== null)
  const dates = [...new Set(plain.map((one) => dateOf(one, ground)))].slice(0, 4)
  return [
    [{ class: 'covered' }, (one) => one.class === 'covered'],
    [{ class: 'atRisk', asset: 'tUSDC' }, (one) => one.class === 'atRisk' && one.asset === 'tUSDC'],
    [{ class: 'unknown' }, (one) => one.class === 'unknown'],
    [{ blockchain: 'OtherTestNet' }, (one) => one.blockchain === 'OtherTestNet'],
    [{ customerId: 'customer-3' }, (one) => one.customerId === 'customer-3'],
    ...reasons.map((reason): [ForecastFilter, (one: PlainCharge) => boolean] => [
      { reason },
      (one) => one.reason === reason,
    ]),
    ...dates.map((date): [ForecastFilter, (one: PlainCharge) => boolean] => [
      { date },
      (one) => dateOf(one, ground) === date,
    ]),
  ]
}
