import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hourMs } from '../../machines/durations.ts'
import { eventually } from '../../examples/client/eventually.ts'
import { reorg } from '../../test/chain/dev-node.ts'
import { type FlowWorld, startWorld } from '../../test/flow/world.ts'

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
  // The answer may be that of a look which began before the approval, as if a node were a block behind.
  const draft = await eventually('the look at the balance', async () => {
    const answer = await merchant.command(contractAddress, 'activate')
    return answer.reason === 'InsufficientBalance' ? answer : null
  })
  expect(draft.status).toBe('Draft')
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
  const overdue = await merchant.read(contractAddress)
  expect(overdue).toMatchObject({
    phase: 'Overdue',
    reason: 'InsufficientAllowance',
    allowance: '1 ltUSDC',
  })
  // The second attempt follows an hour after the first one.
  expect(Date.parse(overdue.charges[0]!.nextAttemptAt!)).toBe(
    Date.parse(overdue.nextChargeAt) + hourMs,
  )
  const events = (await merchant.events()).filter(({ subscription }) =>
    isAbout(subscription, contractAddress),
  )
  expect(events.map(({ eventType }) => eventType)).toEqual(
    expect.arrayContaining(['SubscriptionAllowanceChanged', 'SubscriptionAtRisk']),
  )
  await payer.approve(contractAddress, 100)
  // The subscription counts what the chain tells before the charge has its own turn.
  const charge = await eventually('the charge', async () => {
    const { charges } = await merchant.read(contractAddress)
    return charges[0]!.status === 'Succeeded' ? charges[0]! : null
  })
  expect(charge).toMatchObject({ period: 2, nextAttemptAt: null })
  expect((await merchant.read(contractAddress)).chargesMade).toBe(2)
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

test('an empty gas wallet fails no charge in time: it waits, the merchant is warned, a refill saves it, and nothing else does', async () => {
  const contractAddress = await activeSubscription()
  const { merchant, payer } = world
  const address = merchant.dev.merchant.gasWallet as `0x${string}`
  const full = await payer.reader.getBalance({ address })
  await payer.node.setBalance({ address, value: 0n })
  await merchant.pass(periodDays)
  const suspended = await merchant.read(contractAddress)
  expect(suspended).toMatchObject({ status: 'Suspended', reason: 'GasWalletEmpty' })
  const told = await eventually('the word of the empty wallet', () => gasEvent('GasWalletLow'))
  expect(told).toMatchObject({
    gasWallet: { address, status: 'Empty', balance: '0 ETH', chargesLeft: 0 },
  })
  const { gasWallets } = await merchant.get<{ gasWallets: object[] }>('/integration/gas-wallets')
  expect(gasWallets).toMatchObject([{ address, status: 'Empty', daysLeft: 0, lowBelowDays: 7 }])
  const dayMs = 86_400_000
  const lapsesAt = Date.parse(suspended.nextChargeAt) + 3 * dayMs
  expect(suspended['lapsesAt']).toBe(new Date(lapsesAt).toISOString())

  expect(await warnings(contractAddress)).toEqual([])
  await merchant.pass(2.5)
  const [warning] = await warnings(contractAddress)
  expect(Date.parse(warning!.eventTs)).toBeGreaterThanOrEqual(lapsesAt - dayMs)
  expect(Date.parse(warning!.eventTs)).toBeLessThan(lapsesAt - dayMs + 60_000)
  expect(warning!['subscription']).toMatchObject({
    status: 'Suspended',
    reason: 'GasWalletEmpty',
    lapsesAt: suspended['lapsesAt'],
  })
  await payer.node.setBalance({ address, value: full })
  await eventually(
    'the charge after the refill',
    async () => (await merchant.read(contractAddress)).chargesMade === 2,
  )
  expect(await merchant.read(contractAddress)).toMatchObject({ status: 'Active', lapsesAt: null })
  await eventually('the charge itself', async () => {
    const { charges } = await merchant.read(contractAddress)
    return charges.every(({ status }) => status === 'Succeeded')
  })
  await eventually('the word of the refill', () => gasEvent('GasWalletRefilled'))

  await payer.node.setBalance({ address, value: 0n })
  await merchant.pass(periodDays + 4)
  await payer.node.setBalance({ address, value: full })
  expect(await merchant.read(contractAddress)).toMatchObject({
    status: 'Cancelled',
    reason: 'GraceExpired',
    lapsesAt: null,
    charges: [{ status: 'Failed', reason: 'GasWalletEmpty', period: 3 }, {}, {}],
  })
  const [, last] = await warnings(contractAddress)
  const { eventTs } = (await eventsAbout(contractAddress)).findLast(
    (event) => (event['subscription'] as { status?: string })?.status === 'PendingCancel',
  )!
  const { lapsesAt: lastMoment } = last!['subscription'] as { lapsesAt: string }
  expect(Date.parse(eventTs) - Date.parse(lastMoment)).toBeLessThan(60_000)
  // A block, by which the watcher sees the gas again.
  await merchant.pass(1 / 24)
})

test('however far the test clock leaps, the word of the empty wallet comes before what it cannot pay for', async () => {
  const contractAddress = await activeSubscription()
  const { merchant, payer } = world
  const address = merchant.dev.merchant.gasWallet as `0x${string}`
  const full = await payer.reader.getBalance({ address })
  // A few charges at the gwei that gas costs here.
  await payer.node.setBalance({ address, value: 5n * 10n ** 14n })
  const [last] = (await merchant.events()).slice(-1)
  await merchant.pass(periodDays * 8)

  expect(await merchant.read(contractAddress)).toMatchObject({ reason: 'GraceExpired' })
  const told = (await merchant.events()).filter(
    ({ logNumber }) => Number(logNumber) > Number(last!['logNumber']),
  )
  const placeOf = (eventType: string, status: string) =>
    told.findIndex((event) => {
      const { gasWallet, subscription } = event as Record<string, { status?: string } | undefined>
      return event.eventType === eventType && (gasWallet ?? subscription)?.status === status
    })
  const places = [
    placeOf('GasWalletLow', 'Empty'),
    placeOf('SubscriptionStatusChanged', 'Suspended'),
    placeOf('SubscriptionLapsing', 'Suspended'),
  ]
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  await payer.node.setBalance({ address, value: full })
  await merchant.pass(1 / 24)
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
  await expect(merchant.command(contractAddress, 'unpause')).rejects.toMatchObject({
    status: 409,
    code: 'CommandNotAllowed',
    state: 'Paused',
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
  await reorg({ reader: payer.node }, 1)
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

const eventsAbout = async (contractAddress: string) =>
  (await world.merchant.events()).filter(({ subscription }) =>
    isAbout(subscription, contractAddress),
  )

const gasEvent = async (type: string) =>
  (await world.merchant.events()).find(({ eventType }) => eventType === type)

const warnings = async (contractAddress: string) =>
  (await eventsAbout(contractAddress)).filter(
    ({ eventType }) => eventType === 'SubscriptionLapsing',
  )

const isAbout = (resource: unknown, contractAddress: string): boolean =>
  (resource as { contractAddress?: string } | undefined)?.contractAddress === contractAddress
