/** Home, reconciliation and the cards of payers: what they count is exactly what they name. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCrowd } from './many-subscriptions.ts'
import { newId } from '../../src/shared/ids.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { setAssetActive } from '../../src/store/merchants/assets.ts'
import { keptMsMax } from '../../src/http/dashboard/numbers/recent-answers.ts'
import { passTime } from '../support/settle.ts'
import { createDelivery, tellActor } from './actors.ts'
import { createPaid } from './payments.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from './service.ts'
import { addressOf } from './world.ts'

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let bob: Person & { merchantId: string }
let owner: Owner

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  bob = await newMerchant(dashboard, 'bob')
  owner = { merchantId: alice.merchantId, network: 'TestNet' }
  await setAssetActive(dashboard, owner, 'tUSDC', true)
  const now = dashboard.clock.now()
  const ground = { owner, blockchain: 'LocalTestNet', asset: 'tUSDC', token: addressOf('c0'), now }
  await makeCrowd(dashboard.database.pool, ground, { count: 200 })
})
afterAll(() => dashboard.stop())

const get = async (path: string, person: Person = alice) =>
  (await person.call('GET', `/test/${path}`)).body
const query = (text: string, values: unknown[] = []) => dashboard.database.pool.query(text, values)

/** Puts so much gas into the wallets, at a price of a gwei. */
async function setGas(wei: bigint): Promise<void> {
  await get('gas-wallets')
  await query(`insert into gas_price (blockchain, worst_wei, data_fee_wei, seen_at)
    values ('LocalTestNet', 1000000000, 0, now()) on conflict do nothing`)
  await query('update gas_wallet set balance = $1, seen_at = now() where merchant_id = $2', [
    String(wei),
    owner.merchantId,
  ])
}

/** Counts the rows of a link as a reader would who follows it. */
async function countRowsOf(rows: string): Promise<number> {
  const answer = await get(rows)
  if (rows.startsWith('exceptions')) return answer.page.total + answer.counts.WrongChain
  if (answer.page) return answer.page.total
  if (answer.receivers)
    return answer.receivers.filter(({ waiting }: { waiting: unknown }) => waiting !== null).length
  if (answer.missing) return answer.missing.length
  return answer.gasWallets.length
}

test('home shows what needs the merchant, the gravest first, and every card names its rows', async () => {
  await setGas(0n)
  await query(
    `insert into anomaly (message_id, kind, entity_id, merchant_id, network, event, state, reason, at)
     values ('m1', 'subscription', 's', $1, 'TestNet', '{"type":"chain.charged"}', 'Draft', 'why', now())`,
    [owner.merchantId],
  )
  await createPaid(dashboard, owner, { inTime: 20_000_000 })
  await query(
    `update subscription set status = 'Suspended', phase = '' where id in (select id from subscription
      where merchant_id = $1 and status = 'Active' and phase = 'Current' limit 3)`,
    [owner.merchantId],
  )
  const { needsYou } = await get('home')
  expect(needsYou.map(({ kind }: { kind: string }) => kind)).toEqual([
    'gas',
    'stuck',
    'atRisk',
    'exceptions',
    'anomalies',
    'checklist',
  ])
  for (const { count, rows } of needsYou)
    expect([rows, await countRowsOf(rows)]).toEqual([rows, count])
  expect(needsYou[0]).toMatchObject({ severity: 'critical', values: { daysLeft: 0 } })
  expect((await get('home', bob)).needsYou.map(({ kind }: { kind: string }) => kind)).toEqual([
    'checklist',
  ])
})

test('an endpoint that fails is on home with what waits for it', async () => {
  await alice.call('POST', '/test/api-keys', { label: 'shop' })
  await alice.call('PUT', '/test/webhook-endpoint', { url: 'https://shop.example/hooks' })
  const { rows } = await query(
    `select e.id, k.name from webhook_endpoint e join api_key k using (merchant_id, network)
     where merchant_id = $1 limit 1`,
    [owner.merchantId],
  )
  const { id: endpointId, name: apiKey } = rows[0] as { id: string; name: string }
  const now = dashboard.clock.now()
  await createDelivery(dashboard, owner, { eventId: newId(now), sequence: 1, endpointId, apiKey })
  const id = newId(now)
  const failure = { lane: 'one', httpStatus: 500, error: 'answered 500' }
  const input = { id, ...owner, endpointId, apiKey, createdAt: now.toISOString(), ...failure }
  const target = { kind: 'destination', id, owner } as const
  await tellActor(dashboard, target, { type: 'destination.create', input })
  const { needsYou } = await get('home')
  const card = needsYou.find(({ kind }: { kind: string }) => kind === 'endpoint')
  expect(card).toMatchObject({ count: 1, values: { error: 'answered 500' } })
  expect(await countRowsOf(card.rows)).toBe(1)
})

test('a receiver that waits is on home until it counts', async () => {
  await query(
    `insert into pending_receiver (merchant_id, network, blockchain, address, asked_by, asked_by_id, asked_at, effective_at)
     values ($1, 'TestNet', 'LocalTestNet', $2, 'o@example.test', 'o', now(), now() + interval '1 day')`,
    [owner.merchantId, addressOf('ee')],
  )
  const { needsYou } = await get('home')
  const card = needsYou.find(({ kind }: { kind: string }) => kind === 'receiver')
  expect(card).toMatchObject({ count: 1, values: { address: addressOf('ee') } })
  expect(await countRowsOf(card.rows)).toBe(1)
})

test('the books agree with the chain, and a row that does not is named', async () => {
  const { lines, readUpTo } = await get('reconciliation')
  const charges = lines.find(({ what }: { what: string }) => what === 'charges')
  expect(charges).toMatchObject({ difference: '0 tUSDC', differing: { count: 0 } })
  expect(charges.ours).toMatchObject({ count: charges.chain.count, amount: charges.chain.amount })
  const { page } = await get('charges?statusIn=Succeeded')
  expect(charges.ours.count).toBe(page.total)
  for (const { count, rows } of [charges.ours, charges.chain])
    expect(await countRowsOf(rows)).toBe(count)
  expect(readUpTo).toEqual([])
  expect((await get('reconciliation', bob)).lines).toEqual([])

  const lost = await query(
    `delete from chain_log where contract_address = (select contract_address from charge
      where merchant_id = $1 and period = 1 and status = 'Succeeded' limit 1)
      and args->>'period' = '1' returning contract_address`,
    [owner.merchantId],
  )
  const [{ contract_address: contractAddress }] = lost.rows as [{ contract_address: string }]
  const { differences, page: found } = await get('reconciliation/differences?what=charges')
  expect(found.total).toBe(1)
  expect(differences).toEqual([
    expect.objectContaining({ contractAddress, period: 1, ours: '10 tUSDC', chain: null }),
  ])
  await passTime(dashboard, keptMsMax)
  const [{ ours, chain, differing }] = (await get('reconciliation')).lines
  expect(differing.count).toBe(1)
  expect([await countRowsOf(ours.rows), await countRowsOf(chain.rows)]).toEqual([
    page.total,
    page.total - 1,
  ])
})

test("a payer's card sets the wallet against all that it pays for", async () => {
  await setGas(10n ** 18n)
  const { rows } = await query(
    `select payer from subscription where merchant_id = $1 and status = 'Active' and phase = 'Current'
     group by payer having count(*) = 2 limit 1`,
    [owner.merchantId],
  )
  const [{ payer }] = rows as [{ payer: string }]
  await query(
    'update payer_funds set balance = 15000000, block_number = 1000000 where payer = $1',
    [payer],
  )
  const card = await get(`payers/${payer}`)
  expect(card.wallets).toEqual([expect.objectContaining({ asset: 'tUSDC', balance: '15 tUSDC' })])
  const [wallet] = card.wallets
  expect(await countRowsOf(wallet.subscriptions.rows)).toBe(2)
  expect(await countRowsOf(card.charges.rows)).toBe(card.charges.count)
  const [first, second] = card.nextCharges
  expect([first.class, second.class, second.reason]).toEqual([
    'covered',
    'atRisk',
    'InsufficientBalance',
  ])
  expect(wallet.firstAtRisk).toEqual({ dueAt: second.dueAt, reason: 'InsufficientBalance' })
  const { subscriptions } = await get(`subscriptions?payer=${payer}`)
  const left = subscriptions.reduce(
    (all: number, one: { maxPeriods: number; chargesMade: number }) =>
      all + 10 * Math.min(24, one.maxPeriods - one.chargesMade),
    0,
  )
  expect(wallet.canLeave).toBe(`${left} tUSDC`)
  const ofCustomer = await get(`customers/${subscriptions[0].customerId}/card`)
  expect(ofCustomer.wallets).toMatchObject([{ payer: expect.stringMatching(/^0x/) }])
  expect((await bob.call('GET', `/test/payers/${payer}`)).body.code).toBe('PayerNotFound')
  expect((await bob.call('GET', '/test/customers/customer-7/card')).body.code).toBe(
    'CustomerNotFound',
  )
})

test('a card names the first charge that fails though it comes after all that it shows, whatever the reason', async () => {
  const { rows } = await query(
    `update subscription set snapshot = snapshot || jsonb_build_object('context', snapshot->'context'
       || jsonb_build_object('periodDays', 1, 'maxPeriods', charges_made + 100, 'allowance', (amount * 60)::text))
     where id = (select min(id) from subscription s where merchant_id = $1 and status = 'Active' and phase = 'Current'
       and (select count(*) from subscription o where o.payer = s.payer) = 1) returning payer`,
    [owner.merchantId],
  )
  const [{ payer }] = rows as [{ payer: string }]
  await query('update payer_funds set balance = 1e15, block_number = 1000000 where payer = $1', [
    payer,
  ])
  const { wallets, nextCharges, charges } = await get(`payers/${payer}`)
  expect(nextCharges.map((one: { class: string }) => one.class)).toEqual(
    Array.from({ length: 50 }, () => 'covered'),
  )
  const failing = await get(`${charges.rows}&class=atRisk&limit=1`)
  const [{ dueAt, period }] = failing.charges
  expect(period).toBe(nextCharges[0].period + 60)
  expect(wallets).toMatchObject([{ firstAtRisk: { dueAt, reason: 'InsufficientAllowance' } }])
})
