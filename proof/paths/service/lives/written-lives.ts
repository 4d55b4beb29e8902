/**
 * Lives that were written by hand, for what the search does not try: blocks that are made one at a time, reverted or
 * taken back over days, and nonces that somebody else uses.
 */
import type { BlockStep, Action, Life, LifeAct } from './act.ts'

const wait: LifeAct = { type: 'wait' }
const long: LifeAct = { type: 'waitLong' }
const allow = (charges: 0 | 1 | 4) => ({ type: 'allow', charges }) as const
const have = (charges: 0 | 4): Action => ({ type: 'have', charges })
const press = (command: 'activate' | 'pause' | 'unpause' | 'cancel'): Action => ({
  type: 'command',
  command,
})
const activateOther: Action = { type: 'command', command: 'activate', of: 1 }
const strangerCharges: Action = { type: 'strangerCharges' }
const stepwise = (...steps: BlockStep[]): LifeAct => ({ type: 'stepwise', steps })
const together = (...actions: Action[]): LifeAct => ({ type: 'together', actions })
const takenBack = (events: number): LifeAct => ({ type: 'takenBack', events })
const silent = (act: Partial<Extract<LifeAct, { type: 'silent' }>>): LifeAct => ({
  type: 'silent',
  actions: [],
  commands: [],
  untilDue: false,
  isTakenBack: false,
  ...act,
})
const block: BlockStep = { type: 'block' }
const reverting: BlockStep = { type: 'revertingBlock' }
const nonceUsed: BlockStep = { type: 'nonceUsed' }
const nonceTaken: BlockStep = { type: 'nonceTaken' }
const sendingRefused: BlockStep = { type: 'sendingRefused' }
const told: BlockStep = { type: 'refusalTold' }
const sentInVain: BlockStep = { type: 'sentInVain' }

/** The gas wallet has sent something, and another subscription waits for the merchant. */
const another: LifeAct[] = [
  allow(4),
  press('activate'),
  { type: 'switch', when: 'KeepBoth' },
  { ...allow(4), of: 1 },
]
const late = [allow(4), have(0), long, long]
const pausedWhileLate = [allow(1), long, long, press('pause'), allow(4)]
/** The first charge comes into the chain again on the day of the second one, which waits for its new day. */
const chargedAgain = [...late, takenBack(1), long, long]

const calm: Omit<Life, 'conditions'>[] = [
  { plan: 'twice', acts: [press('cancel'), together(allow(1), strangerCharges)] },
  {
    plan: 'monthly',
    acts: [...pausedWhileLate, stepwise(press('unpause'), block, press('pause'))],
  },
  { plan: 'twice', acts: [...pausedWhileLate, stepwise(press('unpause'), block, reverting)] },
  { plan: 'twice', acts: [...late, stepwise(have(4), reverting)] },
  { plan: 'twice', acts: [stepwise(allow(4), nonceUsed, block)] },
  { plan: 'twice', acts: [stepwise(allow(4), press('cancel'), nonceUsed)] },
  { plan: 'twice', acts: [...late, stepwise(have(4), nonceUsed, block)] },
  { plan: 'monthly', acts: [...late, stepwise(have(4), press('pause'), nonceUsed)] },
  {
    plan: 'byHand',
    acts: [...another, stepwise(nonceTaken, activateOther, told, sentInVain)],
  },
  { plan: 'twice', acts: [allow(4), long, long, long, long, takenBack(1)] },
  { plan: 'once', acts: [allow(4), long, long, takenBack(1)] },
  { plan: 'withdrawable', acts: chargedAgain },
]

const sixteenthDay = 'gas is missing shortly before the sixteenth day'

const others: Life[] = [
  {
    plan: 'twice',
    conditions: 'gas is missing when the first charge is due',
    acts: [allow(1), press('cancel'), allow(0), together(allow(1), strangerCharges)],
  },
  {
    plan: 'withdrawable',
    conditions: 'gas is missing in the first days',
    acts: [allow(4), wait, wait, wait, takenBack(1)],
  },
  {
    plan: 'monthly',
    conditions: 'gas is missing before a pause and when the charge is due',
    acts: [allow(4), long, long, press('pause'), wait, strangerCharges],
  },
  {
    plan: 'eightDays',
    conditions: sixteenthDay,
    acts: [...chargedAgain, press('pause'), wait, strangerCharges],
  },
  {
    plan: 'eightDays',
    conditions: sixteenthDay,
    acts: [...chargedAgain, press('cancel'), wait, strangerCharges],
  },
  {
    plan: 'eightDays',
    conditions: sixteenthDay,
    acts: [...chargedAgain, press('cancel'), allow(0), wait, together(allow(1), strangerCharges)],
  },
]

const freeze: Action = { type: 'wallet', call: 'freeze' }

/** The next of its own timers is the end of its grace. */
const nearlyOver = [...late, long]

/**
 * Payers act in time here, and the service hears of it only after it has ended their subscriptions for the want of it.
 */
const silentLives: Omit<Life, 'conditions'>[] = [
  {
    plan: 'byHand',
    acts: [
      allow(4),
      silent({ commands: [{ command: 'activate' }] }),
      silent({ actions: [strangerCharges], untilDue: true }),
    ],
  },
  { plan: 'byHand', acts: [silent({ actions: [allow(1), strangerCharges], untilDue: true })] },
  {
    plan: 'twice',
    acts: [...nearlyOver, silent({ actions: [have(4), strangerCharges], untilDue: true })],
  },
  {
    plan: 'twice',
    acts: [
      allow(1),
      long,
      long,
      long,
      silent({ actions: [allow(1), strangerCharges], untilDue: true }),
    ],
  },
  { plan: 'twice', acts: [...nearlyOver, silent({ actions: [freeze], untilDue: true })] },
  {
    plan: 'twice',
    acts: [...nearlyOver, silent({ untilDue: true, commands: [{ command: 'cancel' }] })],
  },
  {
    plan: 'twice',
    acts: [
      allow(4),
      press('pause'),
      silent({ actions: [freeze], commands: [{ command: 'unpause' }], isTakenBack: true }),
    ],
  },
]

/** The nodes refuse a charge that is asked for without a block. */
const refusedLife: Omit<Life, 'conditions'> = {
  plan: 'twice',
  acts: [...late, stepwise(sendingRefused, have(4), told, nonceTaken, sentInVain)],
}

export const writtenLives: Life[] = [
  ...calm.map((life): Life => ({ ...life, conditions: 'calm' })),
  ...others,
  ...[...silentLives, refusedLife].map((life): Life => ({ ...life, conditions: 'calm' })),
]
