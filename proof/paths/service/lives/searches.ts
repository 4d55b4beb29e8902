/** From where lives are looked for, and the few that together take all that any of them takes. */
import type { LifeAct, PlanName, Conditions } from './act.ts'
import type { SwitchTime } from '../../../../src/core/accepted/switch-times.ts'
import { findLives, type FoundLife, type Search } from './find-lives.ts'

const wait: LifeAct = { type: 'wait' }
const long: LifeAct = { type: 'waitLong' }
const allow = (charges: 0 | 0.5 | 1 | 4): LifeAct => ({ type: 'allow', charges })
const have = (charges: 0 | 0.5 | 1 | 4): LifeAct => ({ type: 'have', charges })
type Pressed = 'activate' | 'pause' | 'unpause' | 'cancel' | 'cancelAtPeriodEnd'
const press = (command: Pressed): LifeAct => ({ type: 'command', command })
const leave = (when: SwitchTime): LifeAct => ({ type: 'switch', when })
const allowNew: LifeAct = { type: 'allow', charges: 4, of: 1 }
const freeze: LifeAct = { type: 'wallet', call: 'freeze' }

/** Each list has happened before, named by what it leads to. */
const beginnings: Record<string, LifeAct[]> = {
  draft: [],
  'without money': [have(0), allow(4)],
  paid: [allow(4)],
  'paid once': [allow(1)],
  'late without money': [allow(4), have(0), long, long],
  'late without allowance': [allow(1), long, long],
  'late and near its end': [allow(1), long, long, long],
  'in its second period': [allow(4), long, long],
  'paused by the merchant': [allow(4), press('pause')],
  'paused by the payer': [allow(4), freeze],
  'paused while late': [allow(1), long, long, press('pause')],
  'planned to end': [allow(4), press('cancelAtPeriodEnd')],
  'paused for a day': [allow(4), { type: 'pauseForADay' }],
  'called off': [allow(4), press('cancel')],
  'held back': [allow(4), long, long, long],
  'to be left at the end': [allow(4), leave('PaidPeriodEnd')],
  'to be left now': [allow(4), leave('Now')],
  'left for another': [allow(4), leave('PaidPeriodEnd'), allowNew],
  'with another beside it': [allow(4), leave('KeepBoth'), allowNew],
  'called off, with another beside it': [allow(4), leave('KeepBoth'), press('cancel')],
  'left for another, and that called off': [
    allow(4),
    leave('PaidPeriodEnd'),
    allowNew,
    { type: 'allow', charges: 0, of: 1 },
  ],
  'left at once': [allow(4), leave('Now'), allowNew],
  'left twice': [allow(4), leave('PaidPeriodEnd'), leave('Now'), allowNew],
  'paused, and to be left': [allow(4), press('pause'), leave('PaidPeriodEnd')],
  'paused by the payer, and to be left': [allow(4), freeze, leave('Now')],
  'late, and to be left': [allow(1), long, long, leave('Now')],
  'in its last period, and to be left': [allow(4), long, long, leave('PaidPeriodEnd')],
}

/** Nothing begins by itself here: the other one is approved, and waits for the merchant. */
const begunByHand: Record<string, LifeAct[]> = {
  draft: [],
  approved: [allow(4)],
  begun: [allow(4), press('activate')],
  'to be left at the end': [allow(4), press('activate'), leave('PaidPeriodEnd'), allowNew],
  'to be left now': [allow(4), press('activate'), leave('Now'), allowNew],
  'paused, and to be left': [
    allow(4),
    press('activate'),
    press('pause'),
    leave('PaidPeriodEnd'),
    allowNew,
  ],
  'to be left twice': [
    allow(4),
    press('activate'),
    leave('PaidPeriodEnd'),
    leave('Now'),
    allowNew,
    { type: 'allow', charges: 4, of: 2 },
    { type: 'command', command: 'activate', of: 1 },
  ],
  'called off, and to be left': [
    allow(4),
    press('activate'),
    leave('PaidPeriodEnd'),
    allowNew,
    press('cancelAtPeriodEnd'),
  ],
}

const search = (
  plan: PlanName,
  beginning: string,
  actsMax: number,
  conditions: Conditions = 'calm',
): Search => ({ plan, conditions, before: beginnings[beginning]!, actsMax })

const searches: Search[] = [
  ...Object.entries(beginnings).map(([beginning, acts]) =>
    // Two subscriptions have so many ways that three acts more would take minutes.
    search('twice', beginning, acts.some(({ type }) => type === 'switch') ? 2 : 3),
  ),
  ...['draft', 'without money', 'paid'].map((beginning) => search('later', beginning, 3)),
  ...Object.entries(beginnings)
    .filter(([, acts]) => !acts.some(({ type }) => type === 'switch'))
    .map(([beginning]) => search('withdrawable', beginning, 2)),
  ...Object.entries(begunByHand).map(([beginning, before]): Search => ({
    plan: 'byHand',
    conditions: 'calm',
    before,
    actsMax: beginning.includes('left') ? 2 : 3,
  })),
  search('monthly', 'late without money', 2),
  search('monthly', 'late without allowance', 2),
  search('twice', 'in its last period, and to be left', 3),
  {
    plan: 'withdrawable',
    conditions: 'calm',
    before: [allow(4), leave('KeepBoth'), { type: 'command', command: 'withdraw' }],
    actsMax: 2,
  },
  {
    plan: 'twice',
    conditions: 'calm',
    before: [allow(4), long, long, leave('PaidPeriodEnd'), leave('Now'), long],
    actsMax: 2,
  },
  search('twice', 'draft', 4, 'gas is missing when the first charge is due'),
  {
    plan: 'twice',
    conditions: 'gas is missing when the first charge is due',
    before: [allow(1), have(0), wait],
    actsMax: 3,
  },
  {
    plan: 'byHand',
    conditions: 'gas is missing when the first charge is due',
    before: [allow(1), press('activate'), have(0), wait],
    actsMax: 3,
  },
  search(
    'twice',
    'late without money',
    3,
    'gas is missing after the first attempt until after the grace',
  ),
  {
    plan: 'withdrawable',
    conditions: 'gas is missing in the first days',
    before: [allow(4), wait, wait, wait],
    actsMax: 2,
  },
  {
    plan: 'byHand',
    conditions: 'calm',
    before: [...begunByHand['to be left twice']!.slice(0, -1), press('pause')],
    actsMax: 1,
  },
  search('twice', 'held back', 3, 'gas is missing, and then too dear'),
  search(
    'twice',
    'late without money',
    4,
    'gas is missing, and then too dear, after the first attempt',
  ),
  search('byHand', 'draft', 3, 'blocks are taken back'),
  search('monthly', 'held back', 3, 'gas is missing, and blocks are taken back'),
  ...Object.entries(beginnings)
    .filter(([, acts]) => !acts.some(({ type }) => type === 'switch'))
    .flatMap(([beginning]) =>
      (['twice', 'monthly'] as const).map((plan) =>
        search(plan, beginning, 2, 'blocks are taken back'),
      ),
    ),
  ...(
    [
      'gas is missing for three days',
      'gas is missing until after the grace',
      'charges are too dear for a day',
    ] as const
  ).flatMap((conditions) =>
    ['held back', 'late without money', 'late without allowance', 'in its second period'].map(
      (beginning) => search('twice', beginning, 4, conditions),
    ),
  ),
]

/** Lives in the order in which they take the most that no one before takes; says what it does. */
export function findAllLives(say: (line: string) => void = () => {}): FoundLife[] {
  const found = new Map<string, FoundLife>()
  for (const one of searches) {
    const beganMs = performance.now()
    for (const [transition, life] of findLives(one)) {
      const known = found.get(transition)
      if (!known || costOf(life) < costOf(known)) found.set(transition, life)
    }
    const seconds = ((performance.now() - beganMs) / 1_000).toFixed(1)
    say(`${one.plan}, ${one.conditions}, after ${one.before.length}: ${found.size} in ${seconds} s`)
  }
  return fewest([...found.values()])
}

/** Takes again and again the life that adds the most for its length, until nothing is added. */
function fewest(lives: readonly FoundLife[]): FoundLife[] {
  const taken = new Set<string>()
  const chosen: FoundLife[] = []
  const gainOf = ({ transitions }: FoundLife) =>
    transitions.filter((transition) => !taken.has(transition)).length
  for (;;) {
    let best: FoundLife | undefined
    for (const life of lives)
      if (gainOf(life) / costOf(life) > (best ? gainOf(best) / costOf(best) : 0)) best = life
    if (!best) return chosen
    chosen.push(best)
    for (const transition of best.transitions) taken.add(transition)
  }
}

/** An act that needs the chain for itself takes as long as two others; a group of lives takes a while to begin. */
const costOf = ({ life: { acts, conditions } }: FoundLife): number =>
  acts.reduce((sum, act) => sum + ('first' in act ? 2 : 1), conditions === 'calm' ? 3 : 6)
