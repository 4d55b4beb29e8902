import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../examples/client/eventually.ts'
import { type FlowWorld, startWorld } from './world.ts'

let world: FlowWorld
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(() => world.payer.earn(1_000))
afterAll(() => world?.stop())

const periodDays = 31

test('activating a subscription without an allowance, or without money, leaves a draft with the reason', async () => {
  const { merchant, payer } = world
  const { contractAddress } = await merchant.subscribe(payer.address)
  expect(await merchant.command(contractAddress, 'activate')).toMatchObject({
    status: 'Draft',
    reason: 'InsufficientAllowance',
  })
  await payer.emptyPockets()
  await payer.approve(contractAddress, 240)
  expect(await merchant.command(contractAddress, 'activate')).toMatchObject({
    status: 'Draft',
    reason: 'InsufficientBalance',
  })
  await payer.earn(1_000)
  await merchant.command(contractAddress, 'activate')
  await whenStatus(contractAddress, 'Active')
})

test('a charge that a stranger triggers on chain is adopted as a success, once', async () => {
  const contractAddress = await activeSubscription()
  const { merchant, payer } = world
  const { nextChargeAt } = await merchant.read(contractAddress)
  await payer.node.setNextBlockTimestamp({ timestamp: BigInt(Date.parse(nextChargeAt) / 1000) })
  await payer.chargeByStranger(contractAddress)
  await eventually(
    'the adopted charge',
    async () => (await merchant.read(contractAddress)).chargesMade === 2,
  )
  await merchant.pass(periodDays)
  const { charges, chargesMade } = await merchant.read(contractAddress)
  expect(chargesMade).toBe(2)
  expect(charges.map(({ status, period }) => [status, period])).toEqual([
    ['Succeeded', 2],
    ['Succeeded', 1],
  ])
})

test('a lowered allowance is reported, and the overdue charge is made at once when the allowance is back', async () => {
  const contractAddress = await activeSubscription()
  const { merchant, payer } = world
  await payer.approve(contractAddress, 1)
  await merchant.pass(periodDays)
  expect(await merchant.read(contractAddress)).toMatchObject({
    phase: 'Overdue',
    reason: 'InsufficientAllowance',
    allowance: '1 ltUSDC',
  })
  const events = (await merchant.events()).filter(({ subscription }) =>
    isAbout(subscription, contractAddress),
  )
  expect(events.map(({ eventType }) => eventType)).toEqual(
    expect.arrayContaining(['SubscriptionAllowanceChanged', 'SubscriptionAtRisk']),
  )
  await payer.approve(contractAddress, 100)
  await eventually(
    'the charge',
    async () => (await merchant.read(contractAddress)).chargesMade === 2,
  )
})

test('a payer who never pays loses the subscription when the grace is over', async () => {
  const contractAddress = await activeSubscription()
  const { merchant, payer } = world
  await payer.approve(contractAddress, 0)
  await merchant.pass(periodDays + 4)
  const { status, reason, charges } = await merchant.read(contractAddress)
  expect({ status, reason }).toEqual({ status: 'Cancelled', reason: 'GraceExpired' })
  expect(charges[0]).toMatchObject({ status: 'Failed', period: 2 })
  await payer.approve(contractAddress, 240)
  await merchant.pass(periodDays)
  expect((await merchant.read(contractAddress)).chargesMade).toBe(1)
})

test('an empty gas wallet fails no charge: charges wait, and are made after the refill', async () => {
  const contractAddress = await activeSubscription()
  const { merchant, payer } = world
  const address = merchant.dev.merchant.gasWallet as `0x${string}`
  const full = await payer.reader.getBalance({ address })
  await payer.node.setBalance({ address, value: 0n })
  await merchant.pass(periodDays)
  expect(await merchant.read(contractAddress)).toMatchObject({
    status: 'Suspended',
    reason: 'GasWalletEmpty',
  })
  await payer.node.setBalance({ address, value: full })
  await eventually(
    'the charge after the refill',
    async () => (await merchant.read(contractAddress)).chargesMade === 2,
  )
  const { charges } = await merchant.read(contractAddress)
  expect(charges.map(({ status }) => status)).toEqual(['Succeeded', 'Succeeded'])
})

test('a pause by merchant or payer leaves the paid time as it is, and a cancellation is for good', async () => {
  const contractAddress = await activeSubscription()
  const { merchant, payer } = world
  await merchant.pass(10)
  const before = await merchant.read(contractAddress)
  expect(await merchant.command(contractAddress, 'pause')).toMatchObject({ status: 'PendingPause' })
  await whenStatus(contractAddress, 'Paused')
  const resumedAt = await merchant.pass(20)
  expect((await merchant.read(contractAddress)).chargesMade).toBe(1)
  await merchant.command(contractAddress, 'unpause')
  await whenStatus(contractAddress, 'Active')
  const after = await merchant.read(contractAddress)
  const leftDays = (Date.parse(after.nextChargeAt) - resumedAt.getTime()) / 86_400_000
  expect(leftDays).toBeCloseTo(21, 1)
  expect(Date.parse(after.nextChargeAt)).toBeGreaterThan(Date.parse(before.nextChargeAt))

  await payer.control(contractAddress, 'freeze')
  await whenStatus(contractAddress, 'Paused')
  const refused = await merchant.call(
    'POST',
    `/integration/subscriptions/${contractAddress}/unpause`,
    {},
  )
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'CommandNotAllowed', state: 'Paused' },
  })
  await merchant.pass(100)
  await payer.control(contractAddress, 'unfreeze')
  await whenStatus(contractAddress, 'Active')
  expect((await merchant.read(contractAddress)).chargesMade).toBe(1)

  await merchant.command(contractAddress, 'cancel')
  await whenStatus(contractAddress, 'Cancelled')
  await merchant.pass(periodDays * 2)
  await expect(payer.chargeByStranger(contractAddress)).rejects.toThrow('IsCancelled')
  expect((await merchant.read(contractAddress)).chargesMade).toBe(1)
})

test('a cancelled draft that is approved afterwards is cancelled on chain, too', async () => {
  const { merchant, payer } = world
  const { contractAddress } = await merchant.subscribe(payer.address)
  expect(await merchant.command(contractAddress, 'cancel')).toMatchObject({ status: 'Cancelled' })
  await payer.approve(contractAddress, 240)
  await eventually('the cancellation on chain', async () => {
    const events = (await merchant.events()).filter(({ subscription }) =>
      isAbout(subscription, contractAddress),
    )
    const statuses = events.map(({ subscription }) => (subscription as { status: string }).status)
    return [...new Set(statuses)].includes('PendingCancel') && statuses.at(-1) === 'Cancelled'
  })
  await expect(payer.chargeByStranger(contractAddress)).rejects.toThrow('IsCancelled')
})

test('a reorganisation that takes a charge back is undone and the charge is made again', async () => {
  const contractAddress = await activeSubscription()
  const { merchant, payer } = world
  const paidBefore = await payer.balance()
  // An empty block in place of the last one, which held the charge and nothing else.
  await payer.node.request({ method: 'anvil_reorg' as never, params: [1, []] as never })
  await payer.node.mine({ blocks: 2 })
  await eventually('the charge made again', async () => {
    const events = await merchant.events()
    const statuses = events
      .filter(({ charge }) => isAbout(charge, contractAddress))
      .map(({ charge }) => (charge as { status: string }).status)
    return statuses.join() === 'Pending,Succeeded,Pending,Succeeded'
  })
  await whenStatus(contractAddress, 'Active')
  expect((await merchant.read(contractAddress)).chargesMade).toBe(1)
  expect(await payer.balance()).toBe(paidBefore)
})

async function activeSubscription(): Promise<string> {
  const { merchant, payer } = world
  const { contractAddress } = await merchant.subscribe(payer.address)
  await payer.approve(contractAddress, 240)
  await merchant.command(contractAddress, 'activate')
  await whenStatus(contractAddress, 'Active')
  return contractAddress
}

const whenStatus = (contractAddress: string, status: string) =>
  eventually(
    `status ${status}`,
    async () => (await world.merchant.read(contractAddress)).status === status,
  )

const isAbout = (resource: unknown, contractAddress: string): boolean =>
  (resource as { contractAddress?: string } | undefined)?.contractAddress === contractAddress
