/**
 * The contract as the simulator and the random world know it is held against the compiled one: random calls by
 * anybody, funds and time, on both, and after each of them the same outcome, state and money.
 *
 * The sequences are the same in every run; `SEED` makes others, `SEQUENCES` more of them.
 */
import fc from 'fast-check'
import { getBlock } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activateUntilOf } from '../../machines/subscription/subscription.events.ts'
import { Contract, type Result } from '../../src/core/simulating/contract.ts'
import {
  CompiledContract,
  type ContractCall,
  type Outcome,
} from '../../test/chain/compiled-contract.ts'
import { newPayer, type Payer, subscriptionInput } from '../../test/chain/payers.ts'
import { createWorld, type World } from '../../test/chain/world.ts'

const sequences = Number(process.env['SEQUENCES'] ?? 30)
const seed = Number(process.env['SEED'] ?? 1)
const stepsMax = 25
const hourSeconds = 3_600
const amount = 10n

type Wait = { hours: number } | { edge: (typeof edges)[number]; seconds: number }
type Person = 'payer' | 'operator' | 'stranger'
type Agreed = { days: [period: number, grace: number]; maxPeriods: number; startsInHours: number }
type Step = { call: ContractCall; by: Person; wait: Wait } | { allowance: number; balance: number }

let world: World
let people: Record<Person, Payer>
beforeAll(async () => {
  world = await createWorld()
  const [operator, stranger] = [await newPayer(world, 0n), await newPayer(world, 0n)]
  people = { payer: stranger, operator, stranger }
})
afterAll(() => world?.close())

const person = fc.constantFrom<Person>(
  'payer',
  'operator',
  'payer',
  'operator',
  'operator',
  'stranger',
)
/** A moment at which something of the contract changes, and how many seconds after it. */
const edges = ['due', 'tolerance', 'deadline', 'operatorUntil', 'activateUntil'] as const
const wait: fc.Arbitrary<Wait> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ hours: fc.nat(8) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      edge: fc.constant('due' as const),
      seconds: fc.integer({ min: -2, max: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      edge: fc.constantFrom(...edges, 'operatorUntil' as const),
      seconds: fc.integer({ min: -2, max: 2 }),
    }),
  },
)
const call = (name: ContractCall, weight: number) => ({
  weight,
  arbitrary: fc.record({ call: fc.constant(name), by: person, wait }),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  call('charge', 45),
  call('freeze', 25),
  call('unfreeze', 25),
  call('cancel', 1),
  {
    weight: 10,
    arbitrary: fc.record({
      allowance: fc.constantFrom(0, 1, 3, 9),
      balance: fc.constantFrom(0, 1, 9, 9),
    }),
  },
)
const plan = fc.record({
  days: fc.constantFrom<[period: number, grace: number]>([1, 0], [2, 0], [2, 1], [10, 0], [10, 3]),
  maxPeriods: fc.constantFrom(1, 6, 6, 6),
  startsInHours: fc.constantFrom(0, 30),
})

const soon: Wait = { hours: 5 }
const by = (person: Person, ...calls: ContractCall[]): Step[] =>
  calls.map((name) => ({ call: name, by: person, wait: soon }))
/** Chance seldom comes to these: the operator freezes twice in one period, and comes too late. */
const twiceFrozen: Step[] = [
  ...by('stranger', 'charge'),
  ...by('operator', 'freeze', 'unfreeze', 'freeze'),
  { call: 'unfreeze', by: 'operator', wait: { edge: 'operatorUntil', seconds: 1 } },
  ...by('payer', 'unfreeze'),
  ...by('operator', 'freeze'),
  { call: 'unfreeze', by: 'operator', wait: { edge: 'operatorUntil', seconds: -1 } },
]
/** Nor to this: each of two freezes begins and ends while the charge is overdue. */
const overdueFrozen: Step[] = [
  ...by('stranger', 'charge'),
  { call: 'freeze', by: 'payer', wait: { edge: 'tolerance', seconds: 2 } },
  ...by('payer', 'unfreeze', 'freeze', 'unfreeze'),
  { call: 'charge', by: 'stranger', wait: { edge: 'deadline', seconds: -1 } },
  { call: 'freeze', by: 'operator', wait: { edge: 'tolerance', seconds: 2 } },
  ...by('operator', 'unfreeze'),
  { call: 'charge', by: 'stranger', wait: { edge: 'deadline', seconds: 1 } },
]
const longPlan: Agreed = { days: [10, 3], maxPeriods: 6, startsInHours: 0 }

test('whatever is called by whom and when, the model does what the compiled contract does', async () => {
  const steps = fc.array(step, { minLength: 5, maxLength: stepsMax, size: 'max' })
  const property = fc.asyncProperty(plan, steps, async (agreed, wanted) => {
    const pair = await begin(agreed)
    for (const one of wanted) await takeStep(pair, one)
  })
  await fc.assert(property, {
    numRuns: sequences,
    seed,
    examples: [
      [longPlan, twiceFrozen],
      [longPlan, overdueFrozen],
    ],
  })
}, 240_000)

type Pair = { model: Contract; compiled: CompiledContract; payer: Payer; second: number }

/** The same subscription in both, with money for all charges; its payer is a new one. */
async function begin({
  days: [periodDays, graceDays],
  maxPeriods,
  startsInHours,
}: Agreed): Promise<Pair> {
  const payer = await newPayer(world, 0n)
  const { timestamp } = await getBlock(world.direct.reader)
  const second = Number(timestamp) + 10
  const startFrom = new Date((second + startsInHours * hourSeconds) * 1_000).toISOString()
  const terms = subscriptionInput(world, payer, {
    periodDays,
    graceDays,
    maxPeriods,
    amount: String(amount),
    operator: people.operator.address,
    receiver: `0x${'c'.repeat(39)}${String(second % 10)}`,
    startFrom,
    activateUntil: activateUntilOf(startFrom),
  })
  const compiled = new CompiledContract(world, terms)
  const model = new Contract(terms)
  await compiled.deploy(people.stranger)
  const funds = { allowance: 20n * amount, balance: 20n * amount }
  await compiled.fund(payer, funds)
  Object.assign(model, funds)
  return { model, compiled, payer, second: second + 20 }
}

async function takeStep(pair: Pair, step: Step): Promise<void> {
  const { model, compiled, payer } = pair
  const before = (await compiled.readMoney()).received
  if ('call' in step) await callBoth(pair, step)
  else {
    const funds = {
      allowance: BigInt(step.allowance) * amount - (step.allowance > 2 ? 1n : 0n),
      balance: BigInt(step.balance) * amount,
    }
    await compiled.fund(payer, funds)
    Object.assign(model, funds)
    pair.second += 10
  }
  const { nextDue, charged, frozenBy, isCancelled, operatorUntil } = await compiled.readState()
  const { balance, allowance, received } = await compiled.readMoney()
  const addresses = { payer: payer.address, operator: people.operator.address }
  expect({
    nextDue: model.nextDueMs / 1_000,
    charged: model.charged,
    frozenBy: model.frozenBy,
    isCancelled: model.isCancelled,
    operatorUntil: model.operatorUntilMs === null ? null : model.operatorUntilMs / 1_000,
    balance: model.balance,
    allowance: model.allowance,
  }).toEqual({
    nextDue,
    charged,
    frozenBy: frozenBy && addresses[frozenBy],
    isCancelled,
    operatorUntil,
    balance,
    allowance,
  })
  expect([0n, amount]).toContain(received - before)
}

/** Edges that are over, or that there are none of, count as a moment from now. */
function momentOf({ model, second }: Pair, wait: Wait): number {
  const soon = second + 5
  if ('hours' in wait) return soon + wait.hours * hourSeconds
  const { periodDays, activateUntil, graceDays } = model.terms
  const due = model.nextDueMs / 1_000
  const tolerance = Math.min(periodDays * 6, 24) * hourSeconds
  const moments = {
    due,
    tolerance: due + tolerance,
    deadline: due + Math.max(graceDays * 24 * hourSeconds, tolerance),
    operatorUntil: (model.operatorUntilMs ?? 0) / 1_000,
    activateUntil: model.charged === 0 ? Date.parse(activateUntil) / 1_000 : 0,
  }
  return Math.max(soon, moments[wait.edge] + wait.seconds)
}

async function callBoth(pair: Pair, step: Extract<Step, { call: ContractCall }>): Promise<void> {
  const { model, compiled, payer } = pair
  const caller = step.by === 'payer' ? payer : people[step.by]
  pair.second = momentOf(pair, step.wait)
  const refused = refusalIn(model, step.call, caller.address, pair.second)
  // A step that is not refused is sent, and a block takes it a second later.
  pair.second += refused ? 0 : 1
  const expected = refused ? { refused } : outcomeOf(model, step.call, caller.address, pair.second)
  const found = await compiled.call(step.call, caller, pair.second - (refused ? 0 : 1))
  const seen = found['refused'] === 'reverted' && 'refused' in expected ? expected : found
  expect(seen).toEqual(expected)
}

function refusalIn(model: Contract, name: ContractCall, by: string, second: number): string | null {
  const nowMs = second * 1_000
  const reason = name === 'charge' ? model.refusalOfCharge(nowMs) : model.refusalOf(name, by, nowMs)
  return reason?.startsWith('Insufficient') ? 'TransferFailed' : reason
}

function outcomeOf(model: Contract, name: ContractCall, by: string, second: number): Outcome {
  const nowMs = second * 1_000
  const result: Result = name === 'charge' ? model.charge(nowMs) : model[name](by, nowMs)
  if ('refused' in result) return { refused: result.refused }
  const { done } = result
  if (done.event === 'charged')
    return { event: 'charged', period: done.period, nextDue: done.nextDueMs / 1_000 }
  if (done.event === 'unfrozen') return { event: 'unfrozen', nextDue: done.nextDueMs / 1_000 }
  if (done.event === 'cancelled') return { event: 'cancelled', by: done.by }
  return { event: 'frozen', by: done.by, operatorUntil: (done.operatorUntilMs ?? 0) / 1_000 }
}
