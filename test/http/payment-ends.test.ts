/** A merchant decides about a payment after its time is over. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { path, paymentsOf, token, tUSDC } from './payments.ts'
import { newReadyMerchant, startWorld, type World } from './world.ts'

let world: World
let payments: ReturnType<typeof paymentsOf>
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
let underpaid: string
let late: string
let unpaid: string
let takenBack: string
const twoHoursMs = 2 * 60 * 60 * 1000

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
  payments = paymentsOf(world, merchant)
  underpaid = await payments.createPaid({ inTime: 4 * token })
  late = await payments.create()
  unpaid = await payments.create()
  takenBack = await payments.createPaid({ inTime: 4 * token })
  world.clock.setTestOffset(twoHoursMs)
  // The chain's next word is weighed at its own time, whether the timer has fired or not.
  await payments.tell(underpaid, { inTime: 4 * token })
  await payments.tell(late, { late: 10 * token })
  await payments.tell(unpaid, {})
  await payments.tell(takenBack, {})
})
afterAll(() => world.stop())

test('payments of too little or too late wait for their merchant', async () => {
  expect(await payments.read(underpaid)).toMatchObject({
    status: 'Expired',
    exception: 'Underpaid',
    reason: 'Underpaid',
    dueAmount: tUSDC('0'),
  })
  expect(await payments.read(late)).toMatchObject({ exception: 'Late', reason: 'PaidLate' })
  const found = await merchant.get(`${path}?exceptionIn=Underpaid,Late`)
  expect(found.body.payments.map(({ id }: { id: string }) => id)).toEqual([late, underpaid])
})

test('money that the chain takes back is missed, until it is there again', async () => {
  expect(await payments.read(takenBack)).toMatchObject({ phase: 'Unpaid', reason: 'TakenBack' })
  await payments.tell(takenBack, { inTime: 3 * token })
  expect(await payments.read(takenBack)).toMatchObject({ phase: 'Underpaid', reason: 'TakenBack' })
  await payments.tell(takenBack, { inTime: 4 * token })
  expect(await payments.read(takenBack)).toMatchObject({ phase: 'Underpaid', reason: 'Underpaid' })
})

test('a payment that nothing came for waits for nobody and takes no command', async () => {
  expect(await payments.read(unpaid)).toMatchObject({
    exception: null,
    reason: 'NotPaid',
    actions: [],
  })
  for (const command of ['accept', 'cancel', 'sweep'])
    expect((await payments.post(unpaid, command)).body).toMatchObject({
      status: 409,
      state: 'Expired',
    })
  expect((await payments.refund(unpaid, '1')).body).toMatchObject({ status: 409, allowed: [] })
})

test('money that came too late is given back', async () => {
  expect((await payments.refund(late, '10')).body.payment).toMatchObject({
    status: 'Expired',
    phase: 'Refunded',
    exception: null,
  })
})

test('a merchant accepts too little for the price', async () => {
  expect((await payments.post(underpaid, 'accept')).body.payment).toMatchObject({
    status: 'Succeeded',
    phase: 'Accepted',
    paidAmount: tUSDC('4'),
  })
})
