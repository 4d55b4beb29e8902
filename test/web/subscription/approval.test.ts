/** Allowing a limit with wallets that really sign, on a real chain, and all that can come of it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  allow,
  type ApprovalOutcome,
  type PermitRelay,
} from '../../../web/subscription/approval/allow.ts'
import { waysOnFrom } from '../../../web/subscription/signing/outcome.ts'
import { TestWallet } from '../../browser/wallet.ts'
import { all, allowBest, permitElsewhere, permits, relayOf, resets, waysOf } from './approving.ts'
import { type ChainWorld, newPayer, oneToken, startChainWorld } from './chain-world.ts'

let world: ChainWorld
beforeAll(async () => {
  world = await startChainWorld()
})
afterAll(() => world?.stop())

describe('allowing exactly what was chosen', () => {
  test('by a permit: one signature, and no transaction of the payer', async () => {
    const payer = await newPayer(world, { abilities: { signsTypedData: true } })
    expect(await allowBest(payer)).toMatchObject({
      outcome: 'allowed',
      allowed: all,
      steps: ['permit', 'relaying'],
    })
    expect(payer.wallet.sent()).toEqual([])
    expect((await payer.read()).allowance).toBe(all)
  })

  test('by a batch: the reset and the new limit with one confirmation', async () => {
    const payer = await newPayer(world, { token: 'reset', abilities: { batches: 'supported' } })
    await payer.approve(oneToken)
    const { outcome, steps } = await allowBest(payer, { token: resets })
    expect([outcome, steps[0]]).toEqual(['allowed', 'batch'])
    expect((await payer.read()).allowance).toBe(all)
    expect(payer.wallet.countOf('wallet_sendCalls')).toBe(1)
    expect(payer.wallet.sent()).toEqual([])
  })

  test('by plain transactions: the reset first, labelled as such', async () => {
    const payer = await newPayer(world, { token: 'reset' })
    await payer.approve(oneToken)
    expect(await allowBest(payer, { token: resets })).toMatchObject({
      outcome: 'allowed',
      steps: ['reset', 'confirming', 'allow', 'confirming', 'reading'],
    })
    expect((await payer.read()).allowance).toBe(all)
  })

  test('also where the first charge comes before the page has read the chain', async () => {
    const payer = await newPayer(world, { abilities: { signsTypedData: true } })
    const relay = relayOf(payer)
    const eager: PermitRelay = {
      ...relay,
      async send(permit) {
        const refusal = await relay.send(permit)
        await world.activate(payer.subscription)
        return refusal
      },
    }
    expect(await allowBest(payer, { relay: eager })).toMatchObject({
      outcome: 'allowed',
      allowed: all,
    })
    expect((await payer.read()).allowance).toBe(all - 10n * oneToken)
  })
})

describe('a payer who allows less', () => {
  test.each([
    ['plain', {}],
    ['batching', { batches: 'supported' }],
  ] as const)('in a %s wallet is told what the chain says', async (_, abilities) => {
    const payer = await newPayer(world, { token: 'reset', abilities })
    payer.wallet.lowerCapTo(35n * oneToken)
    expect(await allowBest(payer, { token: resets })).toMatchObject({
      outcome: 'lowered',
      allowed: 35n * oneToken,
    })
  })

  test('to nothing has a state of their own', async () => {
    const payer = await newPayer(world, { token: 'reset' })
    payer.wallet.lowerCapTo(0n)
    expect(await allowBest(payer, { token: resets })).toMatchObject({ outcome: 'zero' })
  })
})

describe('whatever goes wrong is a state with a way on', () => {
  const troubleOf = (outcome: ApprovalOutcome) => {
    if (outcome.outcome !== 'trouble') throw new Error(`it is ${outcome.outcome}`)
    expect(waysOnFrom(outcome).length).toBeGreaterThan(0)
    return outcome.trouble
  }

  test.each([
    ['eth_signTypedData_v4', permits, { signsTypedData: true }],
    ['wallet_sendCalls', permits, { batches: 'supported' }],
    ['eth_sendTransaction', resets, {}],
  ] as const)('a refusal of %s', async (method, token, abilities) => {
    const payer = await newPayer(world, {
      token: token === permits ? 'permit' : 'reset',
      abilities,
    })
    payer.wallet.refuseNext(method)
    expect(troubleOf(await allowBest(payer, { token }))).toBe('declined')
    expect(await allowBest(payer, { token })).toMatchObject({ outcome: 'allowed' })
  })

  test('a wallet that cannot sign what its token would take', async () => {
    const payer = await newPayer(world)
    expect(troubleOf(await allowBest(payer))).toBe('unsupported')
  })

  test('another account, and nothing is asked of it', async () => {
    const payer = await newPayer(world, { abilities: { signsTypedData: true } })
    const [way] = await waysOf(payer)
    const reading = await payer.read()
    await payer.wallet.changeAccount()
    const { signer, subscription } = payer
    const rest = { subscription, reading, allowance: all, relay: relayOf(payer) }
    const outcome = await allow(signer, way!, { ...rest, onProgress: () => undefined })
    expect(outcome).toMatchObject({
      trouble: 'otherAccount',
      expected: subscription.terms.payer,
      found: payer.wallet.account.address,
    })
    expect(payer.wallet.countOf('eth_signTypedData_v4')).toBe(0)
  })

  test('another network, and nothing is asked of it', async () => {
    const payer = await newPayer(world)
    const elsewhere = { ...world.chain, chainId: 1 }
    const wallet = new TestWallet([elsewhere])
    wallet.account = payer.wallet.account
    await wallet.provider.request({ method: 'eth_requestAccounts' })
    const { subscription } = payer
    const [way] = (await waysOf(payer)).slice(-1)
    const signer = { ...payer.signer, provider: wallet.provider }
    const rest = {
      subscription,
      reading: await payer.read(),
      allowance: all,
      relay: relayOf(payer),
    }
    const outcome = await allow(signer, way!, { ...rest, onProgress: () => undefined })
    expect(troubleOf(outcome)).toBe('wrongNetwork')
    expect(wallet.countOf('eth_sendTransaction')).toBe(0)
  })

  test('a permit that another one has made void', async () => {
    const payer = await newPayer(world, { abilities: { signsTypedData: true } })
    const relay = relayOf(payer)
    const tooLate: PermitRelay = {
      ...relay,
      /** The payer signs another permit elsewhere, and that one is taken. */
      async send() {
        await permitElsewhere(payer)
        return null
      },
    }
    expect(troubleOf(await allowBest(payer, { relay: tooLate }))).toBe('permitUsed')
  })

  test('a permit that the service refuses, or gives up', async () => {
    const payer = await newPayer(world, { abilities: { signsTypedData: true } })
    const refused: PermitRelay = {
      ...relayOf(payer),
      send: async () => ({ refused: 'GasWalletEmpty' }),
    }
    expect(await allowBest(payer, { relay: refused })).toMatchObject({
      trouble: 'permitRefused',
      reason: 'GasWalletEmpty',
    })
    const givenUp: PermitRelay = {
      send: async () => null,
      findTrouble: async () => ({ trouble: 'permitRefused', reason: 'FailedOnChain' }),
    }
    expect(await allowBest(payer, { relay: givenUp })).toMatchObject({
      trouble: 'permitRefused',
      reason: 'FailedOnChain',
    })
  })

  test('a permit that waits, which may still come', async () => {
    const payer = await newPayer(world, { abilities: { signsTypedData: true } })
    const waiting: PermitRelay = {
      send: async () => null,
      findTrouble: async () => ({ trouble: 'permitWaits', reason: 'GasWalletEmpty' }),
    }
    expect(troubleOf(await allowBest(payer, { relay: waiting }))).toBe('permitWaits')
  })

  test('a permit of a smaller sum that came first counts, where it is enough for a charge', async () => {
    const payer = await newPayer(world, { abilities: { signsTypedData: true } })
    const tooLate: PermitRelay = {
      ...relayOf(payer),
      async send() {
        await permitElsewhere(payer, 30n * oneToken)
        return null
      },
    }
    expect(await allowBest(payer, { relay: tooLate })).toMatchObject({
      outcome: 'lowered',
      allowed: 30n * oneToken,
    })
  })

  test('a permit whose hour is over', async () => {
    const payer = await newPayer(world, { abilities: { signsTypedData: true } })
    const slow: PermitRelay = {
      async send() {
        await world.passTo((await world.timeOf()) + 2 * 60 * 60)
        return null
      },
      findTrouble: async () => null,
    }
    expect(troubleOf(await allowBest(payer, { relay: slow }))).toBe('permitExpired')
  })
})
