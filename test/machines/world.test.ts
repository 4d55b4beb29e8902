/**
 * Rules that hold for a subscription, its charges and the contract together, whatever happens.
 *
 * The tales are random, and the same in every run; `SEED` makes others, `TALES` more of them.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SubscriptionContext } from '../../machines/subscription/subscription.context.ts'
import { SubscriptionInput } from '../../machines/subscription/subscription.events.ts'
import { terms } from './cases/subscription.ts'
import { ChainModel } from '../../src/core/simulating/chain-model.ts'
import { runOut, settle, steps, subscribe } from './world/steps.ts'
import { isClosed, periodOf, World } from '../../src/core/simulating/world.ts'
import { talesPerLaw } from './world/tales-per-law.ts'

const seed = Number(process.env['SEED'] ?? 1)
const happeningsMax = 100

type Tale = { isSubscribed: boolean; happenings: { what: string; choice: number }[] }

const something = fc.oneof(
  ...Object.entries(steps).map(([name, { weight }]) => ({
    weight: Math.ceil(10 * weight),
    arbitrary: fc.constant(name),
  })),
)

/** Tales of which half begin with a draft, half with a subscription whose first charge has landed. */
const tales: fc.Arbitrary<Tale> = fc.record({
  isSubscribed: fc.boolean(),
  happenings: fc.array(fc.record({ what: something, choice: fc.nat(12) }), {
    maxLength: happeningsMax,
    size: 'max',
  }),
})

/** Begins a world, lets things happen, and checks it after each of them. */
function happen({ isSubscribed, happenings }: Tale, look: (world: World) => void = () => {}) {
  const world = new World(SubscriptionInput.parse({ ...terms, maxPeriods: 3 }))
  const chain = new ChainModel(world)
  if (isSubscribed) subscribe(world, chain)
  for (const { what, choice } of happenings) {
    steps[what]!.happen(world, chain, choice)
    look(world)
  }
  return { world, chain }
}

function always(law: (tale: Tale) => void): void {
  fc.assert(fc.property(tales, law), { numRuns: talesPerLaw, seed })
}

const memoryOf = ({ subscription }: World) =>
  subscription.actor.snapshot.context as unknown as SubscriptionContext

/** Lists the periods of the charges with one of the statuses, in order. */
const periods = (world: World, statuses: string[]) =>
  world.charges
    .filter(({ actor }) => statuses.includes(actor.status))
    .map(periodOf)
    .toSorted((a, b) => a - b)

describe('whatever happens to a subscription', () => {
  test('no period has two charges that are open or succeeded', () => {
    always((tale) => {
      happen(tale, (world) => {
        const taken = periods(world, ['Pending', 'Retrying', 'Succeeded'])
        expect(taken).toEqual([...new Set(taken)])
      })
    })
  })

  test('no actor gets an event that it does not expect', () => {
    always((tale) => {
      const { world, chain } = happen(tale)
      settle(world, chain)
      expect(world.surprises).toEqual([])
    })
  })

  test('the subscription and its charges agree with the chain in the end', () => {
    always((tale) => {
      const { world, chain } = happen(tale)
      expect(settle(world, chain)).toBe(true)
      const paid = Array.from({ length: world.contract.charged }, (_, index) => index + 1)
      expect(periods(world, ['Succeeded'])).toEqual(paid)
      expect(memoryOf(world).chargesMade).toBe(paid.length)
    })
  })

  test('a subscription that was paused or cancelled on the chain is not active in the end', () => {
    always((tale) => {
      const { world, chain } = happen(tale)
      settle(world, chain)
      const { status } = world.subscription.actor
      if (world.contract.isCancelled) expect(['Cancelled', 'Finished']).toContain(status)
      if (world.contract.frozenBy) expect(['Active', 'Pending', 'Suspended']).not.toContain(status)
    })
  })

  test('every charge ends, and no wait is endless', () => {
    always((tale) => {
      const { world, chain } = happen(tale)
      expect(runOut(world, chain)).toBe(true)
      expect(world.charges.filter((charge) => !isClosed(charge))).toEqual([])
    })
  })
})

test('a charge that a pause stopped on its way is the one that goes on after it', () => {
  const names = [
    'a timer fires',
    'a timer fires',
    'all letters arrive',
    'the chain answers',
    'the chain answers',
    'the payer freezes',
    'the payer unfreezes',
    'a block is mined',
    'all letters arrive',
  ]
  const happenings = names.map((what, index) => ({ what, choice: index === 8 ? 1 : 0 }))
  const { world } = happen({ isSubscribed: true, happenings })
  expect(periods(world, ['Pending', 'Retrying', 'Succeeded'])).toEqual([1, 2])
})

test('a pause that is asked for begins with the freeze that a reorganisation brings back', () => {
  const names = [
    'the payer freezes',
    'the payer unfreezes',
    'a letter arrives',
    'a letter arrives',
    'the merchant presses',
    'a reorganisation takes what was newest',
  ]
  const { world, chain } = happen({
    isSubscribed: true,
    happenings: names.map((what) => ({ what, choice: 0 })),
  })
  settle(world, chain)
  expect(world.contract.frozenBy).toBe(world.contract.terms.payer)
  expect(world.subscription.actor.status).toBe('Paused')
  expect(memoryOf(world).frozenBy).toBe(world.contract.terms.payer)
})
