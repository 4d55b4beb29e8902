import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DepositLog } from '../../src/store/tables/chains.ts'
import { StrayDeposit } from '../../src/store/tables/strays.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { tellDeposits } from '../support/deposits.ts'
import { createPaid, createPaidAfterCancel, createPayment, type Made } from './payments.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from './service.ts'
import { addressOf } from './world.ts'

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let bob: Person & { merchantId: string }
let owner: Owner
const token = 1_000_000
const transactionHash = `0x${'a1'.repeat(32)}`
const stray = { token: addressOf('d0'), asset: 'tUSDT', decimals: 6, amount: '5000000' }
/** In the order in which they were made. */
const made = {} as Record<'untouched' | 'paid' | 'overpaid' | 'called' | 'stray' | 'inUSDT', Made>

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  bob = await newMerchant(dashboard, 'bob')
  owner = { merchantId: alice.merchantId, network: 'TestNet' }
  made.untouched = await createPayment(dashboard, owner)
  made.paid = await createPaid(dashboard, owner, { inTime: 10 * token })
  made.overpaid = await createPaid(dashboard, owner, { inTime: 12 * token })
  made.called = await createPaidAfterCancel(dashboard, owner, { inTime: 3 * token })
  made.stray = await createPaid(dashboard, owner, { inTime: 10 * token, others: [stray] })
  made.inUSDT = await createPayment(dashboard, owner, { asset: 'tUSDT' })
  await logDeposit(made.paid, { token: addressOf('c0'), logIndex: 0 })
  await logDeposit(made.stray, { token: stray.token, amount: stray.amount, logIndex: 1 })
  await logDeposit(made.stray, { token: addressOf('d1'), amount: '9', logIndex: 2 })
})
afterAll(() => dashboard.stop())

const logDeposit = (
  { id: paymentId }: Made,
  deposit: { token: string; amount?: string; logIndex: number },
) =>
  dashboard.database.orm.em.fork().insert(DepositLog, {
    blockchain: 'LocalTestNet',
    blockHash: `0x${'b1'.repeat(32)}`,
    paymentId,
    blockNumber: 7,
    blockTime: dashboard.clock.now(),
    transactionHash,
    event: 'Transfer',
    counterparty: addressOf('ab'),
    amount: '10000000',
    status: 'Confirmed',
    ...deposit,
  })

const get = async (path: string, person: Person = alice) => (await person.call('GET', path)).body
const idsOf = ({ payments }: { payments: { id: string }[] }) => payments.map(({ id }) => id)
const namesOf = (body: { payments: { id: string }[] }) =>
  idsOf(body).map((id) => Object.entries(made).find(([, payment]) => payment.id === id)?.[0])
const tUSDC = (value: string) => ({ value, currency: 'tUSDC' })

describe('payments', () => {
  test.each([
    ['', ['inUSDT', 'stray', 'called', 'overpaid', 'paid', 'untouched']],
    ['statusIn=Created', ['inUSDT', 'untouched']],
    ['statusIn=Failed,Succeeded', ['stray', 'called', 'overpaid', 'paid']],
    ['phaseIn=Exact,Created', ['inUSDT', 'stray', 'paid', 'untouched']],
    ['phaseIn=Funded', ['called']],
    ['exceptionIn=WrongToken', ['stray']],
    ['exceptionIn=Overpaid,HeldAfterCancel', ['called', 'overpaid']],
    ['asset=tUSDT', ['inUSDT']],
    ['asset=tUSDC&statusIn=Created', ['untouched']],
    ['asset=nothing', []],
    ['search=nothing', []],
    ['search=', []],
    [`search=${transactionHash}`, ['stray', 'paid']],
    [`search=%20${transactionHash.toUpperCase().replace('X', 'x')}%20`, ['stray', 'paid']],
    [`search=${`0x${'cc'.repeat(32)}`}`, []],
    [`search=${addressOf('99')}`, []],
    ["search=' or 1=1 --", []],
  ])('are found by %j', async (query, names) => {
    const body = await get(`/test/payments?${query}`)
    expect(namesOf(body)).toEqual(names)
    expect(body.page).toMatchObject({ limit: 50, offset: 0, total: names.length })
  })

  test('are found by id, and by deposit address in any letter case', async () => {
    const { id, depositAddress } = made.overpaid
    const lower = depositAddress.toLowerCase()
    for (const text of [id, depositAddress, lower, `0x${lower.slice(2).toUpperCase()}`])
      expect(namesOf(await get(`/test/payments?search=${text}`))).toEqual(['overpaid'])
  })

  test('come in pages with a total', async () => {
    const body = await get('/test/payments?limit=2&offset=1')
    expect(namesOf(body)).toEqual(['stray', 'called'])
    expect(body.page).toMatchObject({ limit: 2, offset: 1, total: 6 })
  })

  test('are not found by others, whatever they search for', async () => {
    for (const search of [made.paid.id, made.paid.depositAddress, transactionHash]) {
      expect((await get(`/test/payments?search=${search}`, bob)).payments).toEqual([])
      expect((await get(`/main/payments?search=${search}`)).payments).toEqual([])
    }
  })

  test('are shown with what came', async () => {
    const { status, body } = await alice.call('GET', `/test/payments/${made.paid.id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: made.paid.id,
      status: 'Succeeded',
      metadata: { order: 7 },
      deposits: [{ transactionHash, amount: tUSDC('10'), isLate: false }],
      otherDeposits: [],
    })
  })

  test('are shown with who sent what nobody asked for, in units where its token is not known', async () => {
    const { deposits, otherDeposits } = await get(`/test/payments/${made.stray.id}`)
    expect(deposits).toEqual([])
    const sent = { from: addressOf('ab'), transactionHash }
    expect(otherDeposits).toEqual([
      { ...sent, logIndex: 2, token: addressOf('d1'), asset: null, amount: '9' },
      { ...sent, logIndex: 1, token: stray.token, asset: 'tUSDT', amount: '5' },
    ])
  })

  test('show how they got there, what is next, and where they are in the drawing', async () => {
    const { entries, timers, actions } = await get(`/test/payments/${made.called.id}/history`)
    expect(entries.map(({ event }: { event: string }) => event)).toEqual([
      'chain.depositsSeen',
      'payment.cancel',
      'payment.create',
    ])
    expect(timers).toEqual([])
    expect(actions).toEqual(expect.arrayContaining(['accept', 'recordRefund', 'sweep']))
    const untouched = await get(`/test/payments/${made.untouched.id}/history`)
    expect(untouched.timers).toHaveLength(1)
    const drawing = await alice.call('GET', `/test/payments/${made.called.id}/diagram.svg`)
    expect(drawing.status).toBe(200)
    expect(drawing.body).toMatch(/class="state[^"]* active[^"]*" data-state="Failed\.Funded"/)
    expect(drawing.body.match(/(?<= active( walked)?" data-state=")[^"]*/g)).toEqual([
      'Failed',
      'Failed.Funded',
    ])
  })
})

describe('the list of exceptions', () => {
  const waiting = ['overpaid', 'called', 'stray']

  test('holds everything that waits for a decision, the oldest first', async () => {
    const body = await get('/test/exceptions')
    expect(namesOf(body)).toEqual(waiting)
    expect(body.counts).toEqual({
      Underpaid: 0,
      Overpaid: 1,
      Late: 0,
      HeldAfterCancel: 1,
      WrongToken: 1,
      WrongChain: 0,
      NotSettled: 0,
    })
    expect(body.page).toMatchObject({ limit: 50, offset: 0, total: 3 })
  })

  test('is narrowed to some kinds and read page by page', async () => {
    const some = await get('/test/exceptions?exceptionIn=WrongToken,Overpaid&limit=1&offset=1')
    expect(namesOf(some)).toEqual(['stray'])
    expect(some.page).toMatchObject({ limit: 1, offset: 1, total: 2 })
  })

  test('is counted by what there is to decide', async () => {
    const { counts } = await get('/test/exceptions')
    expect(counts).toMatchObject({ Overpaid: 1, HeldAfterCancel: 1, WrongToken: 1 })
  })

  test('is empty for others', async () => {
    for (const body of [await get('/test/exceptions', bob), await get('/main/exceptions')])
      expect([body.payments, body.page.total]).toEqual([[], 0])
  })

  test('shows what lies on another chain, to its merchant alone', async () => {
    const { id, depositAddress } = made.untouched
    await dashboard.database.orm.em.fork().insert(StrayDeposit, {
      blockchain: 'OtherTestNet',
      paymentId: id,
      token: addressOf('e0'),
      asset: 'otUSDC',
      decimals: 6,
      amount: '2500000',
      seenAt: dashboard.clock.now(),
    })
    const shown = { paymentId: id, blockchain: 'OtherTestNet', asset: 'otUSDC', amount: '2.5' }
    const body = await get('/test/exceptions')
    expect(body.strays).toMatchObject([{ ...shown, depositAddress, receiver: addressOf('ab') }])
    expect(body.counts.WrongChain).toBe(1)
    expect((await get(`/test/payments/${id}`)).strays).toMatchObject([shown])
    expect((await get(`/test/payments/${made.paid.id}`)).strays).toEqual([])
    for (const other of [await get('/test/exceptions', bob), await get('/main/exceptions')])
      expect([other.strays, other.counts.WrongChain]).toEqual([[], 0])
  })

  test('loses what is decided, and gets it back when more comes', async () => {
    const { id } = await createPaid(dashboard, owner, { inTime: 11 * token })
    const isWaiting = async () => idsOf(await get('/test/exceptions')).includes(id)
    expect(await isWaiting()).toBe(true)
    await alice.call('POST', `/test/payments/${id}/accept`, {})
    expect(await isWaiting()).toBe(false)
    await tellDeposits(dashboard, owner, id, { inTime: 12 * token })
    expect(await isWaiting()).toBe(true)
    const body = { amount: tUSDC('1') }
    await alice.call('POST', `/test/payments/${id}/refunds`, body)
    expect(await isWaiting()).toBe(false)
  })
})

describe('a command to a payment', () => {
  const post = (id: string, command: string, body: object = {}) =>
    alice.call('POST', `/test/payments/${id}/${command}`, body)

  test('is answered with the payment after it, and recorded as the merchant’s', async () => {
    const { id } = await createPayment(dashboard, owner)
    const { status, body } = await post(id, 'cancel')
    expect([status, body.id, body.status]).toEqual([200, id, 'Failed'])
    const { entries } = await get(`/test/payments/${id}/history`)
    expect(entries[0].cause).toEqual({ type: 'command', command: 'payment.cancel', by: 'merchant' })
  })

  test('that the state does not take is refused with the commands that it takes', async () => {
    const { status, body } = await post(made.paid.id, 'cancel')
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'CommandNotAllowed', state: 'Succeeded' })
    expect(body.allowed).not.toContain('cancel')
  })

  test('to sweep is taken while there is money at the address', async () => {
    const { id } = await createPaid(dashboard, owner, { inTime: 10 * token })
    expect((await post(id, 'sweep')).status).toBe(200)
    expect((await post(made.untouched.id, 'sweep')).status).toBe(409)
  })

  test('to record a refund compares it with what came', async () => {
    const { id } = await createPaid(dashboard, owner, { inTime: 12 * token })
    const tooMuch = await post(id, 'refunds', { amount: tUSDC('12.5') })
    expect([tooMuch.status, tooMuch.body.fields[0].path]).toEqual([400, 'amount.value'])
    const { body } = await post(id, 'refunds', { amount: tUSDC('2'), note: 'over the counter' })
    expect(body).toMatchObject({ phase: 'ExcessRefunded', refunds: [{ note: 'over the counter' }] })
  })

  test.each([
    ['cancel', { force: true }],
    ['accept', []],
    ['refunds', {}],
    ['refunds', { amount: '1 tUSDC' }],
    ['refunds', { amount: { value: '1', currency: 'tUSDT' } }],
    ['refunds', { amount: { value: '1e3', currency: 'tUSDC' } }],
    ['refunds', { amount: { value: '1', currency: 'tUSDC' }, transactionHash: '0x' }],
  ])('%s with %j is refused by name', async (command, body) => {
    const { status, body: answer } = await post(made.paid.id, command, body)
    expect([status, answer.code]).toEqual([400, 'BadRequest'])
  })

  test('is taken with a session only', async () => {
    const url = `/dashboard/api/test/payments/${made.paid.id}/sweep`
    const answer = await dashboard.server.inject({ method: 'POST', url, payload: {} })
    expect(answer.statusCode).toBe(401)
  })
})
