/** The search box finds what somebody means by an address, a hash, an id, a name, an amount or a link. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Address, getAddress, type Hash } from 'viem'
import type { Owner } from '../../src/shared/owner.ts'
import { storeDeposits } from '../../src/chain/rows/deposit-logs.ts'
import { runInOneCommit } from '../../src/store/commit.ts'
import { createSubscription, tellActor } from './actors.ts'
import { createPaid, type Made } from './payments.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from './service.ts'
import { addressOf } from './world.ts'

const hash = `0x${'ab'.repeat(32)}`
const [cancelHash, lostHash] = [`0x${'ca'.repeat(32)}`, `0x${'10'.repeat(32)}`]
const [depositHash, strangersHash] = [
  `0x${'d4e5f6'.repeat(10)}1111`,
  `0x${'5a'.repeat(32)}`,
] as const
const sender = getAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')
const stranger = getAddress('0x90f79bf6eb2c4f870365e785982e1f101e93b906')
/** As lists show it. */
const ends = (text: string) => `${text.slice(0, 8)}…${text.slice(-6)}`
let dashboard: Dashboard
let alice: Person & { merchantId: string }
let bob: Person & { merchantId: string }
let owner: Owner
let contract: string
let payment: Made
let planId: string

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  bob = await newMerchant(dashboard, 'bob')
  owner = { merchantId: alice.merchantId, network: 'TestNet' }
  const plan = { name: 'Monthly 100%', asset: 'tUSDC', amount: '7.25', periodDays: 31 }
  planId = (await alice.call('POST', '/test/plans', plan)).body.id
  const customerId = 'Carol.Smith@example.test'
  contract = await createSubscription(dashboard, owner, { customerId, amount: '7250000', planId })
  await createSubscription(dashboard, owner, { customerId: '50%_off', payer: addressOf('cc') })
  const target = { kind: 'subscription', id: contract, owner } as const
  const funds = { type: 'chain.fundsSeen', balance: '10000000', position: 1_000_000 }
  await tellActor(dashboard, target, { ...funds, allowance: '10000000' })
  const now = dashboard.clock.now()
  await tellActor(dashboard, target, {
    type: 'chain.charged',
    period: 1,
    nextChargeAt: new Date(now.getTime() + 86_400_000).toISOString(),
    chargedAt: now.toISOString(),
    allowance: '0',
    transactionHash: hash,
    position: 2_000_000,
  })
  await createPaid(dashboard, owner, { inTime: 12_500_000 })
  payment = await createPaid(dashboard, owner, { inTime: 10_000_000 })
  for (const [transactionHash, status] of [
    [cancelHash, 'Credited'],
    [lostHash, 'Reorged'],
  ])
    await dashboard.database.pool.query(
      `insert into chain_log (blockchain, block_hash, log_index, block_number, block_time, transaction_hash,
         contract_address, event, args, status)
       values ('LocalTestNet', $1, 0, 9, now(), $1, $2, 'Cancelled', '{}', $3)`,
      [transactionHash, contract, status],
    )
  await storeTransfers(sender, depositHash, [addressOf('c0'), addressOf('d0')])
  await storeTransfers(stranger, strangersHash, [addressOf('99')])
  await vi.waitUntil(async () => (await find(hash)).length > 0)
})
afterAll(() => dashboard.stop())

/** What came to the payment, as the watcher stores it. */
async function storeTransfers(from: Address, transactionHash: Hash, tokens: Address[]) {
  const chain = dashboard.directory.chains.find(({ name }) => name === 'LocalTestNet')!
  const logs = tokens.map((token, logIndex) => ({
    event: 'Transfer' as const,
    token,
    paymentId: payment.id,
    depositAddress: getAddress(payment.depositAddress),
    counterparty: from,
    amount: '1',
    blockNumber: 9,
    blockHash: transactionHash,
    blockTimestamp: 1,
    logIndex,
    transactionHash,
  }))
  await runInOneCommit(dashboard.database.pool, (client) => storeDeposits(client, chain, logs))
}

/** Searches, and returns each result as `kind by what`. */
async function find(q: string, person: Person = alice, network = 'test'): Promise<string[]> {
  const { status, body } = await person.call('GET', `/${network}/search?q=${encodeURIComponent(q)}`)
  expect(status).toBe(200)
  return body.results.map(
    (one: { kind: string; matched: string }) => `${one.kind} by ${one.matched}`,
  )
}

const texts: [string, () => string, string[]][] = [
  ['a contract', () => contract.toLowerCase(), ['subscription by words', 'charge by words']],
  [
    'the beginning of a contract',
    () => contract.slice(2, 12),
    ['subscription by words', 'charge by words'],
  ],
  ['a payer', () => addressOf('cc'), ['payer by words', 'subscription by words']],
  ['a deposit address', () => payment.depositAddress, ['payment by words']],
  ['a deposit address as shown', () => ends(payment.depositAddress), ['payment by words']],
  ['who paid', () => sender, ['payer by words', 'payment by words']],
  ['fewer than six digits of who paid', () => '70997', []],
  ['the beginning of who paid', () => '70997970', ['payer by words', 'payment by words']],
  ['it with its 0x', () => '0x709979', ['payer by words', 'payment by words']],
  ['who paid as shown', () => '0x709979…dc79C8', ['payer by words', 'payment by words']],
  ['who paid by three dots', () => '0x709979...dc79C8', ['payer by words', 'payment by words']],
  ['another with the same beginning', () => '0x709979…dc79C9', []],
  ['whoever is named by a token of nobody', () => stranger, []],
  ['the hash of a payment', () => depositHash, ['payment by transactionHash']],
  ['the beginning of a hash', () => '0xd4e5f6', ['payment by transactionHash']],
  ['it without its 0x', () => 'D4E5F6D4', ['payment by transactionHash']],
  ['a hash as shown', () => ends(depositHash), ['payment by transactionHash']],
  ['a hash as shown of another end', () => '0xd4e5f6…111112', []],
  ['too few digits', () => '0xd4e5f', []],
  ['a hash', () => hash.toUpperCase().replace('X', 'x'), ['charge by transactionHash']],
  ['a cancellation on the chain', () => cancelHash, ['subscription by transactionHash']],
  ['what the chain took back', () => lostHash, []],
  ['a link', () => `https://scan.example/tx/${hash}?tab=1`, ['charge by transactionHash']],
  [
    'an address link',
    () => `scan.example/address/${contract}#code`,
    ['subscription by words', 'charge by words'],
  ],
  ['a payment link', () => `https://pay.example/checkout/${payment.id}`, ['payment by id']],
  ['an id', () => planId, ['plan by id']],
  [
    'a customer',
    () => 'Carol.Smith@example.test',
    ['customer by words', 'subscription by words', 'charge by words'],
  ],
  [
    'a part of a customer',
    () => ' Smith',
    ['customer by words', 'subscription by words', 'charge by words'],
  ],
  [
    'the beginning of a part',
    () => 'smi',
    ['customer by words', 'subscription by words', 'charge by words'],
  ],
  ['a customer with signs', () => '50%', ['customer by words', 'subscription by words']],
  ['signs alone', () => '%_', []],
  ['a plan', () => 'monthly 100%', ['plan by words']],
  ['an amount', () => '7.25', ['charge by amount']],
  ['an amount and asset', () => '10.00 tUSDC', ['payment by amount', 'payment by amount']],
  ['its letters of any size', () => '10.00TUSDC', ['payment by amount', 'payment by amount']],
  ['an amount that came', () => '12.5', ['payment by amount']],
  ['an amount of another asset', () => '10 tUSDT', []],
  ['nonsense', () => "'; drop table payment --", []],
]

test.each(texts)('%s is found', async (_what, text, expected) => {
  expect(await find(text())).toEqual(expected)
})

test.each(texts)(
  '%s is not found by another merchant, or on another network',
  async (_what, text) => {
    expect(await find(text(), bob)).toEqual([])
    expect(await find(text(), alice, 'main')).toEqual([])
  },
)

test('a wallet that paid payments alone has a page, which leads to them', async () => {
  const { body } = await alice.call('GET', `/test/payers/${sender}`)
  expect(body).toMatchObject({ wallets: [], nextCharges: [] })
  const { payments } = (await alice.call('GET', `/test/${body.payments}`)).body
  expect(payments).toMatchObject([{ id: payment.id }])
  expect((await alice.call('GET', `/test/payers/${addressOf('cc')}`)).body.payments).toBeNull()
  for (const other of [
    await bob.call('GET', `/test/payers/${sender}`),
    await alice.call('GET', `/main/payers/${sender}`),
    await alice.call('GET', `/test/payers/${stranger}`),
  ])
    expect(other.body.code).toBe('PayerNotFound')
})

/** The page of a kind reads this below its own path. */
const calls: Record<string, string> = { charge: '/linked', customer: '/card' }

test('every result leads to a page whose call finds it', async () => {
  for (const [, text] of texts) {
    const { body } = await alice.call('GET', `/test/search?q=${encodeURIComponent(text())}`)
    for (const { kind, path } of body.results) {
      const call = `/test${path}${calls[kind] ?? ''}`
      expect({ call, status: (await alice.call('GET', call)).status }).toEqual({
        call,
        status: 200,
      })
    }
  }
})

test.each([
  ['none', ''],
  ['one too long', 'a'.repeat(501)],
  ['a NUL', '%00'],
])('%s is refused', async (_what, q) => {
  expect((await alice.call('GET', `/test/search?q=${q}`)).status).toBe(400)
})
