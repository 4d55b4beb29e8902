/** A customer's own page against a real chain: subscribe, begin, pause, resume and leave by the session API alone. */
import { randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findApiKey } from '../../src/store/merchants/api-keys.ts'
import { setWithdrawalDays } from '../../src/store/merchants/pages/withdrawal-period.ts'
import { follow, type Session, sessionOf } from '../../test/http/sessions.ts'
import { LeavingProof } from '../../src/shared/proofs/leaving-proof.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'
import { type FlowWorld, startWorld } from '../../test/flow/world.ts'

let world: FlowWorld
let url: string
let manage: Session
let leave: Session
const path = '/session/subscriptions'
const shortly = { timeout: 20_000 }

beforeAll(async () => {
  world = await startWorld()
  url = world.merchant.dev.baseUrl
  await world.payer.earn(1_000)
})
/** A customer of its own for each test: a customer makes ten subscriptions a minute at most. */
beforeEach(async () => {
  const customerId = `customer ${randomUUID()}`
  manage = await open(customerId, 'manage')
  leave = await open(customerId, 'leave')
})
afterAll(() => world?.stop())

async function open(customerId: string, may: 'manage' | 'leave'): Promise<Session> {
  const wish = { customerId, may }
  const { token } = await world.merchant.post<{ token: string }>(
    '/integration/subscriptions/create-customer-token',
    wish,
  )
  return sessionOf(url, token)
}

/** Subscribes, approves and begins; returns the address once the first charge was made. */
async function subscribe(): Promise<string> {
  const { planId } = world.merchant.dev
  const draft = { planId, payer: world.payer.address }
  const { body } = await manage.post(path, draft)
  await world.payer.approve(body.contractAddress, 240)
  const activated = await manage.post(`${path}/${body.contractAddress}/activate`)
  expect(activated.status).toBe(200)
  await whenStatus(body.contractAddress, 'Active')
  return body.contractAddress
}

const read = async (contract: string) => (await manage.get(`${path}/${contract}`)).body
async function whenStatus(contract: string, status: string): Promise<void> {
  await expect.poll(async () => (await read(contract)).status, shortly).toBe(status)
}
async function grantWithdrawal(days: number): Promise<void> {
  const { merchant } = world
  const { service } = world.service
  const { merchantId, network } = (await findApiKey(service, merchant.dev.merchant.apiKey))!
  await setWithdrawalDays(service, { merchantId, network }, days)
}

const command = async (session: Session, contract: string, name: string) => {
  const { status, body } = await session.post(`${path}/${contract}/${name}`)
  return [status, body.status]
}

test('a customer subscribes and is Active, told live, and the page sees what was charged', async () => {
  const stream = await follow({ url }, manage)
  const contract = await subscribe()
  let shown: string[][]
  do shown = await stream.next()
  while (!shown.some(([id, status]) => id === contract && status === 'Active'))
  await stream.stop()
  // The subscription tells the charge, which follows a moment later.
  const charges = async () => (await manage.get(`${path}/${contract}/charges`)).body.charges
  const charged = { status: 'Succeeded', period: 1, reasonSide: null }
  await expect.poll(charges, shortly).toMatchObject([charged])
  expect(await read(contract)).toMatchObject({ chargesMade: 1, reason: null, reasonSide: null })
})

test('a token that may only leave pauses, does not resume, and ends it; twice is no error', async () => {
  const contract = await subscribe()
  expect(await command(leave, contract, 'pause')).toEqual([200, 'PendingPause'])
  await whenStatus(contract, 'Paused')
  expect(await command(leave, contract, 'pause')).toEqual([200, 'Paused'])
  const refused = await leave.post(`${path}/${contract}/unpause`)
  expect([refused.status, refused.body.code]).toEqual([403, 'TokenMayOnlyLeave'])
  expect((await command(leave, contract, 'cancel'))[0]).toBe(200)
  await whenStatus(contract, 'Cancelled')
  expect(await command(leave, contract, 'cancel')).toEqual([200, 'Cancelled'])
  expect((await leave.get(`${path}/${contract}`)).body.actions).toEqual(['giveFeedback'])
})

test('a reason is told with whose side it is on', async () => {
  const contract = await subscribe()
  await world.payer.approve(contract, 1)
  await world.merchant.pass(31)
  expect(await read(contract)).toMatchObject({
    reason: 'InsufficientAllowance',
    reasonSide: 'payer',
    phase: 'Overdue',
  })
  expect(await command(manage, contract, 'cancel')).toEqual([200, 'PendingCancel'])
})

test('a customer cannot spend the merchant’s gas by pausing without end, and can always leave', async () => {
  const contract = await subscribe()
  for (let round = 0; round < 3; round++) {
    expect((await command(manage, contract, 'pause'))[0]).toBe(200)
    await whenStatus(contract, 'Paused')
    // Another end of the pause sends nothing, and is not counted either.
    const until = new Date(Date.parse((await manage.get('/session')).body.now) + 3_600_000)
    expect((await manage.post(`${path}/${contract}/pause`, { until })).status).toBe(200)
    expect((await command(manage, contract, 'unpause'))[0]).toBe(200)
    await whenStatus(contract, 'Active')
    // It is so already: nothing is sent, and nothing counted.
    expect(await command(manage, contract, 'unpause')).toEqual([200, 'Active'])
  }
  const refused = await manage.post(`${path}/${contract}/pause`)
  expect([refused.status, refused.body.code]).toEqual([429, 'TooManyRequests'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60 * 60)
  // The merchant's own commands are not counted with them.
  await world.merchant.command(contract, 'pause')
  await whenStatus(contract, 'Paused')
  await world.merchant.pass(1.01)
  expect((await command(manage, contract, 'unpause'))[0]).toBe(200)
  expect((await command(manage, contract, 'cancel'))[0]).toBe(200)
  await whenStatus(contract, 'Cancelled')
})

test('a token that may only leave ends it with the paid time, which the customer may take back', async () => {
  const contract = await subscribe()
  const { nextChargeAt } = await read(contract)
  const cancel = () => leave.post(`${path}/${contract}/cancel`, { when: 'PaidPeriodEnd' })
  for (const { status, body } of [await cancel(), await cancel()]) {
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'Active', phase: 'Ending', endsAt: nextChargeAt })
  }
  expect((await leave.post(`${path}/${contract}/uncancel`)).body.code).toBe('TokenMayOnlyLeave')
  for (let i = 0; i < 2; i++) {
    const { status, body } = await manage.post(`${path}/${contract}/uncancel`)
    expect([status, body.status, body.endsAt]).toEqual([200, 'Active', null])
  }
  expect((await cancel()).body.phase).toBe('Ending')
  await world.merchant.pass(31)
  await whenStatus(contract, 'Cancelled')
  expect(await read(contract)).toMatchObject({ chargesMade: 1 })
  expect(await command(leave, contract, 'cancel')).toEqual([200, 'Cancelled'])
  expect((await cancel()).status).toBe(200)
})

test('a pause until a day ends by itself, and one until too late a day is refused', async () => {
  const contract = await subscribe()
  const { pausableUntil } = await read(contract)
  const pause = (until: string) => leave.post(`${path}/${contract}/pause`, { until })
  const tooLate = await pause(new Date(Date.parse(pausableUntil) + 60_000).toISOString())
  expect([tooLate.status, tooLate.body.code]).toEqual([409, 'CommandNotAllowed'])
  expect(tooLate.body).toMatchObject({ pausableUntil })
  // The link that only leaves is told what it may do, and no more.
  expect(tooLate.body.allowed).toEqual(['pause', 'pauseUntil', 'cancelAtPeriodEnd', 'cancel'])
  const { now } = (await manage.get('/session')).body
  const until = new Date(Date.parse(now) + 24 * 60 * 60_000).toISOString()
  expect((await pause(until)).body).toMatchObject({ status: 'PendingPause', resumesAt: until })
  await whenStatus(contract, 'Paused')
  expect((await pause(until)).body).toMatchObject({ status: 'Paused', resumesAt: until })
  await world.merchant.pass(1.01)
  await whenStatus(contract, 'Active')
  expect(await read(contract)).toMatchObject({ resumesAt: null, statusSince: null })
})

test('a customer switches, and pays for no time twice', async () => {
  const old = await subscribe()
  const { planId } = world.merchant.dev
  const { nextChargeAt } = await read(old)
  const switching = await manage.post(`${path}/${old}/switch`, { planId })
  expect(switching.status).toBe(201)
  const { contractAddress, ...draft } = switching.body
  expect(draft).toMatchObject({ status: 'Draft', replaces: old, startFrom: nextChargeAt })
  expect(await read(old)).toMatchObject({ replacedBy: null, endsAt: null })
  const again = await manage.post(`${path}/${old}/switch`, { planId })
  expect(again.body.contractAddress).toBe(contractAddress)
  const other = await manage.post(`${path}/${old}/switch`, { planId, when: 'KeepBoth' })
  expect(other.body.contractAddress).not.toBe(contractAddress)
  const early = await manage.post(`${path}/${old}/feedback`, { feedback: 'Other' })
  expect([early.status, early.body.code, early.body.state]).toEqual([
    409,
    'CommandNotAllowed',
    'Active',
  ])
  expect(early.body.allowed).toEqual((await read(old)).actions)
  expect(early.body.allowed).toContain('switch')
  await world.payer.approve(contractAddress, 240)
  await manage.post(`${path}/${contractAddress}/activate`)
  await expect.poll(async () => (await read(old)).replacedBy, shortly).toBe(contractAddress)
  expect((await manage.post(`${path}/${old}/switch`, { planId })).status).toBe(409)
  await world.merchant.pass(31.01)
  await whenStatus(contractAddress, 'Active')
  await whenStatus(old, 'Cancelled')
  expect([(await read(old)).chargesMade, (await read(contractAddress)).chargesMade]).toEqual([1, 1])
  expect((await read(contractAddress)).startFrom).toBe(nextChargeAt)
})

test('a customer withdraws where the merchant grants it, for the time that was granted', async () => {
  const without = await subscribe()
  const refused = await leave.post(`${path}/${without}/withdraw`)
  expect([refused.status, refused.body.code]).toEqual([409, 'CommandNotAllowed'])
  await grantWithdrawal(14)
  const contract = await subscribe()
  const { withdrawUntil, actions } = await read(contract)
  expect(withdrawUntil).not.toBeNull()
  expect(actions).toContain('withdraw')
  const first = await leave.post(`${path}/${contract}/withdraw`)
  expect([first.status, first.body.reason]).toEqual([200, 'Withdrawn'])
  const again = await leave.post(`${path}/${contract}/withdraw`)
  expect([again.status, again.body.withdrawnAt]).toEqual([200, first.body.withdrawnAt])
  await whenStatus(contract, 'Cancelled')
})

test('a payer who has left and allows nothing any more gets a proof of it, as the merchant does, that holds without us', async () => {
  const contract = await subscribe()
  const early = await leave.get(`${path}/${contract}/proof`)
  expect([early.status, early.body.code]).toEqual([409, 'NotCancelledOnChain'])
  expect((await command(leave, contract, 'cancel'))[0]).toBe(200)
  await whenStatus(contract, 'Cancelled')
  await world.payer.approve(contract, 0)

  // It is read from the block on which the watcher's nodes agree, and kept for a minute: who begins later was read later.
  await subscribe()
  const { status, body } = await leave.get(`${path}/${contract}/proof`)
  expect(status).toBe(200)
  const { statement } = LeavingProof.parse(body)
  expect(statement).toMatchObject({ contractAddress: contract, allowance: '0' })
  const merchants = LeavingProof.parse(
    await world.merchant.get(`/integration/subscriptions/${contract}/proof`),
  )
  expect(merchants.statement.cancelledByTransaction).toBe(statement.cancelledByTransaction)

  for (const proof of [body, merchants]) {
    const file = join(newDirectory('proof'), 'proof.json')
    writeFileSync(file, JSON.stringify(proof))
    const script = ['scripts/run.mjs', 'scripts/verify-proof.ts', file, '--rpc', world.rpcUrl]
    // Rejects where the exit code is not 0.
    await promisify(execFile)(process.execPath, script)
  }
})
