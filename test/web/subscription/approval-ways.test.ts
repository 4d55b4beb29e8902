/** The ways to allow a limit that wallets of several kinds have, tried out without a prompt. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Abilities } from '../../browser/wallet.ts'
import { all, allowBest, permits, resets, waysOf } from './approving.ts'
import { type ChainWorld, newPayer, oneToken, startChainWorld } from './chain-world.ts'

let world: ChainWorld
beforeAll(async () => {
  world = await startChainWorld()
})
afterAll(() => world?.stop())

describe('the ways that are offered', () => {
  const signs: Abilities = { signsTypedData: true }
  test.each([
    [
      'a token with permit',
      signs,
      permits,
      0n,
      [
        ['permit', 1],
        ['approve', 1],
      ],
    ],
    [
      'a wallet with batches',
      { batches: 'supported' },
      permits,
      0n,
      [
        ['batch', 1],
        ['approve', 1],
      ],
    ],
    // An upgrade of the account would save nothing.
    [
      'a wallet that could batch',
      { batches: 'ready' },
      permits,
      0n,
      [
        ['permit', 1],
        ['approve', 1],
      ],
    ],
    // The service refuses a permit that lowers, so nobody is asked to sign one.
    ['one that lowers its limit', signs, permits, all + oneToken, [['approve', 1]]],
    ['a plain wallet that must reset', {}, resets, oneToken, [['approve', 2]]],
    ['one that need not', {}, resets, 0n, [['approve', 1]]],
    [
      'one that could batch the reset',
      { batches: 'ready' },
      resets,
      oneToken,
      [
        ['batch', 1],
        ['approve', 2],
      ],
    ],
  ] as const)(
    'to %s are the best first, with their prompts',
    async (_, abilities, token, allowed, expected) => {
      const payer = await newPayer(world, {
        token: token === permits ? 'permit' : 'reset',
        abilities,
      })
      if (allowed) await payer.approve(allowed)
      const ways = await waysOf(payer, token)
      expect(ways.map(({ way, prompts }) => [way, prompts])).toEqual(expected)
    },
  )

  test('hold no permit for a token that nobody vouches for, nor one whose domain is another', async () => {
    const payer = await newPayer(world, { abilities: signs })
    const unsaid = await waysOf(payer, { resetAllowance: false, permit: null })
    expect(unsaid.map(({ way }) => way)).toEqual(['approve'])
    // Code without a domain, at the address of a token that should have one.
    const { token } = payer.subscription.terms
    const [own, other] = await Promise.all([
      world.command('eth_getCode', [token, 'latest']),
      world.command('eth_getCode', [world.tokens.reset, 'latest']),
    ])
    await world.command('anvil_setCode', [token, other])
    const without = await waysOf(payer)
    await world.command('anvil_setCode', [token, own])
    expect(without.map(({ way }) => way)).toEqual(['approve'])
  })

  test('say before that the account would be upgraded', async () => {
    const payer = await newPayer(world, { token: 'reset', abilities: { batches: 'ready' } })
    await payer.approve(oneToken)
    expect((await waysOf(payer, resets))[0]).toMatchObject({ way: 'batch', upgrades: true })
    expect((await allowBest(payer, { token: resets })).outcome).toBe('allowed')
    expect((await waysOf(payer, resets))[0]).toMatchObject({ way: 'batch', upgrades: false })
  })
})
