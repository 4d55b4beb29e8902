/**
 * Several people and parts act at once: in whatever order their steps come between each other, the laws hold. A case
 * that fails is shrunk, and told as a story; its seed and path repeat it.
 *
 *     SEED=<seed> INTERLEAVINGS=<number> node scripts/run.mjs vitest run proof/machines/interleavings.test.ts
 */
import fc from 'fast-check'
import { test } from 'vitest'
import { SubscriptionInput } from '../../machines/subscription/subscription.events.ts'
import { ChainModel } from '../../src/core/simulating/chain-model.ts'
import { Recording } from '../../src/core/simulating/record.ts'
import { isClosed, periodOf, World } from '../../src/core/simulating/world.ts'
import { terms } from '../../test/machines/cases/subscription.ts'
import { runOut, settle, subscribe } from '../../test/machines/world/steps.ts'

const seed = Number(process.env['SEED'] ?? 1)
const interleavings = Number(process.env['INTERLEAVINGS'] ?? 1_500)

type Part = Record<string, (stage: Stage) => unknown>
type Stage = { world: World; chain: ChainModel; told: string[] }

const amountOf = ({ world }: Stage) => BigInt(world.contract.terms.amount)
const deliver = ({ world }: Stage) => world.deliver(0)
const deliverLast = ({ world }: Stage) => world.deliver(7)
const deliverAll = ({ world }: Stage) => {
  while (world.deliver(0));
}
const answer = ({ chain }: Stage) => chain.answer(0)
const mine = ({ chain }: Stage) => chain.mine()
const moneyIs =
  (charges: bigint) =>
  (stage: Stage): void => {
    stage.world.contract.balance = charges * amountOf(stage)
    stage.chain.showFunds()
  }

/** These act at once, each in its own order. The steps of letters, relay and chain come with all of them. */
const parts: Record<string, Part> = {
  'a pause': {
    'the merchant asks for a pause': ({ world }) => world.press('pause'),
    'the merchant resumes': ({ world }) => world.press('unpause'),
  },
  'a cancellation': { 'the payer cancels': ({ world }) => world.press('cancel', { by: 'payer' }) },
  'an end that is planned and taken back': {
    'the payer plans the end': ({ world }) => world.press('cancelAtPeriodEnd', { by: 'payer' }),
    'the payer goes on after all': ({ world }) => world.press('uncancel', { by: 'payer' }),
  },
  'a top-up': { 'the money is gone': moneyIs(0n), 'the money is back': moneyIs(9n) },
  'a freeze past the service': {
    'the payer freezes on the chain': ({ world, chain }) =>
      chain.doOnChain(world.contract.freeze(world.contract.terms.payer, world.nowMs)),
    'the payer unfreezes on the chain': ({ world, chain }) =>
      chain.doOnChain(world.contract.unfreeze(world.contract.terms.payer, world.nowMs)),
  },
  'a stranger': {
    'a stranger charges': ({ world, chain }) => chain.doOnChain(world.contract.charge(world.nowMs)),
  },
  'a reorganisation': {
    'a reorganisation takes the newest event': ({ chain }) => chain.reorganise(true),
    'another one takes what was sent, too': ({ chain }) => chain.reorganise(false),
  },
  'an empty gas wallet': {
    'the gas wallet is empty': ({ chain }) => void (chain.heldBackFor = 'GasWalletEmpty'),
    'the gas wallet is full': ({ chain }) => void (chain.heldBackFor = null),
  },
}
const background: Record<string, Part> = {
  letters: steps('a letter arrives', deliver, 3),
  'letters that overtake': steps('a newer letter arrives first', deliverLast, 2),
  post: steps('all letters arrive', deliverAll, 3),
  relay: steps('the relay answers', answer, 3),
  blocks: steps('a block is mined', mine, 2),
}

function steps(name: string, happen: (stage: Stage) => unknown, count: number): Part {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${name} (${index + 1})`, happen]),
  )
}

const names = Object.keys(parts)
const actors = fc.subarray(names, { minLength: 2, maxLength: 5 })

test('whoever acts at once, in whatever order, the laws hold (P14)', async () => {
  const property = fc.asyncProperty(fc.scheduler(), actors, async (scheduler, chosen) => {
    const happened: Step[] = []
    const all = [...chosen.map((name) => parts[name]!), ...Object.values(background)]
    const sequences = all.map((part) =>
      scheduler.scheduleSequence(
        Object.entries(part).map(([label, happen]) => ({
          label,
          builder: async () => void happened.push({ label, happen }),
        })),
      ),
    )
    await scheduler.waitFor(Promise.all(sequences.map(({ task }) => task)))
    const breach = live(happened)
    if (breach) throw new Error(live(shrink(happened)) ?? breach)
  })
  await fc.assert(property, { numRuns: interleavings, seed })
}, 120_000)

type Step = { label: string; happen: (stage: Stage) => unknown }

/** Lives one order of steps; returns the law that is broken with the story that led there, or null. */
function live(happened: readonly Step[]): string | null {
  const stage = begin()
  for (const { label, happen } of happened) {
    stage.told.push(`- ${label}`)
    happen(stage)
    const broken = findBroken(stage)
    if (broken) return tell(stage, broken)
  }
  const broken = findBrokenAtTheEnd(stage)
  return broken && tell(stage, broken)
}

const tell = ({ told }: Stage, law: string): string =>
  `${law}\n\nThe story, without what does not matter for it:\n${told.join('\n')}\n`

/** Leaves out step after step, as long as some law is still broken without it: the scheduler itself shrinks no order. */
function shrink(happened: readonly Step[]): readonly Step[] {
  for (const index of happened.keys()) {
    const fewer = happened.toSpliced(index, 1)
    if (live(fewer)) return shrink(fewer)
  }
  return happened
}

/** A charge is due and on its way to the chain. */
function begin(): Stage {
  const recording = new Recording()
  const told: string[] = []
  const input = SubscriptionInput.parse({ ...terms, amount: '12000000', maxPeriods: 4 })
  const world = new World(input, {
    onTurn: (turn) => {
      recording.note(turn)
      told.push(`    ${recording.turns.at(-1)!.kind}: ${recording.turns.at(-1)!.sentence}`)
    },
  })
  const chain = new ChainModel(world)
  subscribe(world, chain)
  world.nowMs = Date.parse(world.contract.terms.startFrom) + 10 * 24 * 60 * 60_000
  world.fireTimers()
  return { world, chain, told }
}

const periodsOf = ({ world }: Stage, statuses: readonly string[]) =>
  world.charges
    .filter(({ actor }) => statuses.includes(actor.status))
    .map(periodOf)
    .toSorted((one, other) => one - other)

/** The law that is broken now; null where all hold. */
function findBroken(stage: Stage): string | null {
  const taken = periodsOf(stage, ['Pending', 'Retrying', 'Succeeded'])
  if (new Set(taken).size < taken.length) return `A period has two charges: ${taken.join(', ')}.`
  const [surprise] = stage.world.surprises
  return surprise === undefined ? null : `An actor got what it does not expect: ${surprise}.`
}

function findBrokenAtTheEnd(stage: Stage): string | null {
  const { world, chain } = stage
  stage.told.push('- what is under way comes to its end')
  if (!settle(world, chain)) return 'It does not come to rest.'
  const broken = findBroken(stage)
  if (broken) return broken
  const succeeded = periodsOf(stage, ['Succeeded']).length
  if (succeeded !== world.contract.charged)
    return `The chain has charged ${world.contract.charged} times, and ${succeeded} charges have succeeded.`
  const { status } = world.subscription.actor
  const { frozenBy, isCancelled } = world.contract
  const isOn = ['Active', 'Pending', 'Suspended'].includes(status)
  if (isOn && frozenBy) return `It is ${status}, and its contract is paused.`
  if (isOn && isCancelled) return `It is ${status}, and its contract is cancelled.`
  if (status === 'Paused' && !frozenBy) return 'It is Paused, and its contract is not.'
  if (status === 'Cancelled' && !isCancelled) return 'It is Cancelled, and its contract is not.'
  const waiting = periodsOf(stage, ['Pending', 'Retrying']).length
  if (['Paused', 'Cancelled', 'Finished'].includes(status) && waiting > 0)
    return `It is ${status}, and ${waiting} of its charges are still open.`
  if (!runOut(world, chain)) return 'A wait never ends.'
  const open = world.charges.filter((charge) => !isClosed(charge)).length
  return open === 0 ? null : `${open} charges never end.`
}
