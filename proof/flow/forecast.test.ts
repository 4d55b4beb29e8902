/** The forecast against what then happens: 30 days by the test clock, on a real chain. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { eventually } from '../../examples/client/eventually.ts'
import type { Json } from '../../examples/client/merchant.ts'
import { Payer } from '../../examples/client/payer.ts'
import { advancePath } from '../../test/flow/clock-calls.ts'
import { type FlowWorld, startWorld } from '../../test/flow/world.ts'

type ToCome = {
  contractAddress: string
  customerId: string
  period: number
  class: string
  reason: string | null
}
type Sum = { count: number; rows: string }
type Total = { classes: Record<string, Sum>; reasons: (Sum & { reason: string })[] }

let world: FlowWorld
let planId: string
beforeAll(async () => {
  world = await startWorld()
  const terms = { name: 'Every ten days', asset: 'ltUSDC', amount: '10', periodDays: 10 }
  const plan = await world.merchant.asPerson<{ id: string }>('POST', '/test/plans', terms)
  await world.merchant.asPerson('POST', `/test/plans/${plan.id}/activate`, {})
  planId = plan.id
})
afterAll(() => world?.stop())

const paths = '/integration/subscriptions'
const get = <Answer = Json>(path: string) => world.merchant.asPerson<Answer>('GET', `/test/${path}`)

async function newPayer(tokens: number): Promise<Payer> {
  const { dev } = world.merchant
  const privateKey = generatePrivateKey()
  const address = privateKeyToAddress(privateKey)
  const payer = new Payer({ ...dev, payer: { address, privateKey } })
  await payer.node.setBalance({ address, value: 10n ** 18n })
  await payer.earn(tokens)
  return payer
}

/** Begins a subscription of 10 tokens every ten days, which has been charged once then. */
async function subscribe(customerId: string, payer: Payer, allowed = 240): Promise<string> {
  const { contractAddress } = await world.merchant.subscribe(payer.address, { planId, customerId })
  await payer.approve(contractAddress, allowed)
  await eventually(
    `${customerId} is active`,
    async () => (await world.merchant.read(contractAddress)).status === 'Active',
  )
  return contractAddress
}

test('what is covered is charged, what is at risk is not, and every number names its rows', async () => {
  const shared = await newPayer(35)
  await subscribe('first of a wallet', shared)
  await subscribe('paying', await newPayer(240))
  await subscribe('allows one more', await newPayer(240), 20)
  await subscribe('has one more', await newPayer(20))
  const paused = await subscribe('paused', await newPayer(240))
  await world.merchant.post(`${paths}/${paused}/pause`)
  const resuming = await subscribe('resuming', await newPayer(240))
  const { now } = await world.merchant.get<{ now: string }>('/testing/clock')
  await world.merchant.post(`${paths}/${resuming}/pause`, {
    until: new Date(Date.parse(now) + 5 * 86_400_000).toISOString(),
  })
  // Seconds after the first one: what falls due within the same second goes by its address.
  await subscribe('second of a wallet', shared)
  const ending = await subscribe('ending', await newPayer(240))
  await world.merchant.post(`${paths}/${ending}/cancel`, { when: 'PaidPeriodEnd' })
  await eventually('pauses', async () => {
    const { page } = await get<{ page: { total: number } }>('subscriptions?statusIn=Paused')
    return page.total === 2
  })

  const before = await get<{ charges: ToCome[] }>('charges?limit=1000')
  const { until, totals } = await get<{ until: string; totals: Total[] }>('forecast')
  const { charges } = await get<{ charges: ToCome[] }>('forecast/charges?limit=1000')
  expect(inWords(charges)).toEqual({
    paying: ['covered', 'covered', 'covered'],
    'allows one more': ['covered', 'atRisk InsufficientAllowance', 'atRisk InsufficientAllowance'],
    'has one more': ['covered', 'atRisk InsufficientBalance', 'atRisk InsufficientBalance'],
    'first of a wallet': ['covered', 'atRisk InsufficientBalance', 'atRisk InsufficientBalance'],
    'second of a wallet': [
      'atRisk InsufficientBalance',
      'atRisk InsufficientBalance',
      'atRisk InsufficientBalance',
    ],
    resuming: ['unknown Paused', 'unknown Paused', 'unknown Paused'],
  })
  const [total] = totals
  for (const { count, rows } of [...Object.values(total!.classes), ...total!.reasons]) {
    const { page } = await get<{ page: { total: number } }>(rows)
    expect([rows, page.total]).toEqual([rows, count])
  }

  await world.merchant.post(advancePath, { until })
  const keyOf = (one: { contractAddress: string; period: number }) =>
    `${one.contractAddress} ${one.period}`
  const made = await get<{ charges: ToCome[] }>(`charges?statusIn=Succeeded&limit=1000`)
  const earlier = new Set(before.charges.map(keyOf))
  const madeNow = made.charges.map(keyOf).filter((one) => !earlier.has(one))
  const ofClass = (...classes: string[]) =>
    charges.filter((one) => classes.includes(one.class)).map(keyOf)
  expect(madeNow).toEqual(expect.arrayContaining(ofClass('covered')))
  expect(ofClass('atRisk').filter((one) => madeNow.includes(one))).toEqual([])
  const foreseen = ofClass('covered', 'unknown')
  expect(madeNow.filter((one) => !foreseen.includes(one))).toEqual([])
}, 120_000)

/** For each customer, the classes of the charges to come, with their reasons. */
function inWords(charges: ToCome[]): Record<string, string[]> {
  const byCustomer = Map.groupBy(charges, ({ customerId }) => customerId)
  return Object.fromEntries(
    [...byCustomer].map(([customerId, own]) => [
      customerId,
      own.map((one) => [one.class, one.reason].filter(Boolean).join(' ')),
    ]),
  )
}
