/** The page reads this from a real chain, and concludes what follows from it there. */
import { toFunctionSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daySeconds } from '../../../machines/durations.ts'
import { checkContract } from '../../../web/subscription/chain/check-contract.ts'
import {
  previewError,
  refusals,
  testNextCharge,
} from '../../../web/subscription/chain/test-charge.ts'
import { exposureOf } from '../../../web/subscription/exposure.ts'
import {
  cancellation,
  freezing,
  revocation,
  sendAndWait,
  unfreezing,
} from '../../../web/subscription/signing/send-call.ts'
import { type SubscriptionTerms } from '../../../web/subscription/terms.ts'
import {
  type ChainPayer,
  type ChainWorld,
  newPayer,
  oneToken,
  startChainWorld,
} from './chain-world.ts'

let world: ChainWorld
beforeAll(async () => {
  world = await startChainWorld()
})
afterAll(() => world?.stop())

const shownOf = (terms: SubscriptionTerms) => ({ ...terms, startsAt: terms.start })
const testOf = async ({ signer, subscription, read }: ChainPayer) =>
  testNextCharge(signer.provider, subscription, await read())

test('the chain names the address that the page derives, for the factory and the token that it knows', async () => {
  const { signer, subscription } = await newPayer(world)
  const shown = shownOf(subscription.terms)
  const check = (change: Partial<typeof subscription> = {}, decimals = 6) =>
    checkContract(signer.provider, { ...subscription, ...change }, shown, decimals)
  expect(await check()).toBeNull()
  expect(await check({}, 18)).toEqual({ reason: 'tokenDiffers' })
  expect(await check({ factory: world.tokens.permit })).toEqual({ reason: 'factoryUnknown' })
  const contractAddress = world.operator.address
  expect(await check({ contractAddress })).toMatchObject({ reason: 'addressDiffers' })
  const terms = { ...subscription.terms, merchant: world.operator.address }
  expect(await check({ terms })).toEqual({ reason: 'termsDiffer', field: 'merchant' })
})

test('no more than the exposure ever leaves, however often and by whomever it is charged', async () => {
  const payer = await newPayer(world, { terms: { periodDays: 2, maxPeriods: 5, graceDays: 1 } })
  const { subscription, approve, read } = payer
  const { terms } = subscription
  await approve(35n * oneToken)
  const before = await read()
  const { most } = exposureOf(terms, before)
  expect(most).toBe(30n * oneToken)
  await world.activate(subscription)
  for (let hours = 0; hours < 24 * 8; hours += 6) {
    await world.passTo((await world.timeOf()) + 6 * 60 * 60)
    await world.charge(subscription).catch(() => null)
  }
  const after = await read()
  expect(before.balance - after.balance).toBe(most)
  expect(exposureOf(terms, after)).toMatchObject({ most: 0n, deadBecause: 'lapsed' })
})

describe('a subscription as it is read', () => {
  test('says where it is from before its deployment to its end', async () => {
    const { signer, wallet, subscription, approve, read, send } = await newPayer(world)
    const { start } = subscription.terms
    expect(await read()).toMatchObject({ isDeployed: false, charged: 0, nextDue: start })
    await approve(30n * oneToken)
    await world.activate(subscription)
    expect(await read()).toMatchObject({
      isDeployed: true,
      charged: 1,
      nextDue: start + 31 * daySeconds,
      frozenBy: null,
      allowance: 20n * oneToken,
      balance: 990n * oneToken,
    })
    await send(freezing(subscription))
    const frozen = await read()
    expect(frozen.frozenBy).toBe('payer')
    await world.passTo((await world.timeOf()) + 90 * daySeconds)
    expect((await read()).secondsLeft).toBe(frozen.secondsLeft)
    await send(unfreezing(subscription))
    const resumed = await read()
    expect(resumed.nextDue).toBe(resumed.blockTime + frozen.secondsLeft)
    expect(await sendAndWait(signer, cancellation(subscription, true))).toMatchObject({
      outcome: 'done',
    })
    wallet.refuseNext('eth_sendTransaction')
    expect(await sendAndWait(signer, revocation(subscription))).toEqual({
      outcome: 'trouble',
      trouble: 'declined',
    })
    expect(await sendAndWait(signer, revocation(subscription))).toMatchObject({ outcome: 'done' })
    expect(await read()).toMatchObject({ isCancelled: true, allowance: 0n })
  })

  test('can be ended before its first charge, so that a forgotten allowance is dead', async () => {
    const { subscription, approve, read, send } = await newPayer(world)
    await approve(30n * oneToken)
    await send(cancellation(subscription, false))
    expect(exposureOf(subscription.terms, await read())).toMatchObject({
      most: 0n,
      deadBecause: 'cancelled',
      hasDeadAllowance: true,
    })
    await expect(world.activate(subscription)).rejects.toThrow('IsCancelled')
  })
})

describe('the test of the wallet', () => {
  test('answers for the moment of the next charge, by the contract itself', async () => {
    const payer = await newPayer(world)
    await payer.approve(240n * oneToken)
    await world.activate(payer.subscription)
    const { nextDue } = await payer.read()
    expect(await testOf(payer)).toEqual({ obstacle: null, tested: 'asOfDue', testedAt: nextDue })
  })

  test('answers before anything is deployed', async () => {
    const payer = await newPayer(world)
    expect(await testOf(payer)).toMatchObject({ obstacle: 'allowanceTooSmall', tested: 'asOfDue' })
    await payer.approve(240n * oneToken)
    expect(await testOf(payer)).toMatchObject({ obstacle: null })
  })

  test.each([
    ['allowanceTooSmall', (payer: ChainPayer) => payer.approve(9n * oneToken)],
    ['balanceTooSmall', (payer: ChainPayer) => payer.spendTokens()],
    ['paused', (payer: ChainPayer) => payer.send(freezing(payer.subscription))],
    ['cancelled', (payer: ChainPayer) => payer.send(cancellation(payer.subscription, true))],
  ] as const)('names what is in the way: %s', async (obstacle, obstruct) => {
    const payer = await newPayer(world)
    await payer.approve(240n * oneToken)
    await world.activate(payer.subscription)
    await obstruct(payer)
    expect(await testOf(payer)).toMatchObject({ obstacle, tested: 'asOfDue' })
  })

  test('says that nothing is left to charge after the last one', async () => {
    const payer = await newPayer(world, { terms: { maxPeriods: 1 } })
    await payer.approve(10n * oneToken)
    await world.activate(payer.subscription)
    expect(await testOf(payer)).toMatchObject({ obstacle: 'finished' })
  })

  test.each([
    ['refuses to move its time', { error: { code: -32_602, message: 'too many arguments' } }],
    ['ignores that it should move its time', null],
  ])('tests the transfer of today where the node %s', async (_, refusal) => {
    const payer = await newPayer(world)
    await payer.approve(240n * oneToken)
    await world.activate(payer.subscription)
    const reading = await payer.read()
    const provider = {
      async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
        if (params.length > 2 && refusal) throw Object.assign(new Error('no'), refusal.error)
        return payer.signer.provider.request({ method, params: params.slice(0, 2) })
      },
    }
    const testNow = async () => testNextCharge(provider, payer.subscription, await payer.read())
    expect(await testNow()).toMatchObject({ obstacle: null, tested: 'transferToday' })
    await payer.spendTokens()
    expect(await testNow()).toMatchObject({ obstacle: 'balanceTooSmall', tested: 'transferToday' })
    expect(reading.isDeployed).toBe(true)
  })

  test('knows the contracts’ errors by their selectors', () => {
    const errors = ['NotDue(uint40)', 'TransferFailed(address)', 'IsFrozen(uint8)', 'IsCancelled()']
    const more = ['AllPeriodsCharged(uint16)', 'Lapsed(uint40)', 'DraftExpired(uint40)']
    expect([...errors, ...more].map(toFunctionSelector)).toEqual(Object.keys(refusals))
    expect(previewError).toBe(toFunctionSelector('Preview(bytes4[])'))
  })
})
