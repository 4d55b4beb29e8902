/**
 * Describes what may be done to a subscription from outside, as data. Amounts of money and of allowance count charges:
 * half a charge is too little for one.
 */
import { z } from 'zod'
import { switchTimes } from '../../../../src/core/accepted/switch-times.ts'
import { Command } from '../../../../src/core/simulating/scenario.ts'

export const lifeCommands = Command.options

const Charges = z.literal([0, 0.5, 1, 4])

/** Names the customer's subscription, where it is not the first one: the one of the n-th switch. */
const of = z.literal([1, 2]).optional()

/** These take no time. */
const Action = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('allow'), charges: Charges, of }),
  /** The payer receives or spends until so much is left. */
  z.strictObject({ type: z.literal('have'), charges: Charges }),
  z.strictObject({ type: z.literal('command'), command: Command, of }),
  /** A pause that ends by itself after a day. */
  z.strictObject({ type: z.literal('pauseForADay'), of }),
  /** The payer calls the contract, or its factory where there is no contract yet, past the service. */
  z.strictObject({ type: z.literal('wallet'), call: z.enum(['freeze', 'unfreeze', 'cancel']), of }),
  z.strictObject({ type: z.literal('strangerCharges'), of }),
  /** The payer says on the page why it ends. */
  z.strictObject({ type: z.literal('feedback'), of }),
  /** Makes another subscription, which may take the place of the first one. */
  z.strictObject({ type: z.literal('switch'), when: z.enum(switchTimes) }),
])
export type Action = z.infer<typeof Action>

/** Blocks are made in these ways, and only where it is said. */
const BlockMade = z.discriminatedUnion('type', [
  /** All that waits comes into a block. */
  z.strictObject({ type: z.literal('block') }),
  /** The same, and the chain reverts it. */
  z.strictObject({ type: z.literal('revertingBlock') }),
  /** Somebody else who has the key of the gas wallet uses the nonce of what waits. */
  z.strictObject({ type: z.literal('nonceUsed') }),
  /** The same of the nonce that comes next: until the block, the nodes refuse what the service sends with it. */
  z.strictObject({ type: z.literal('nonceTaken') }),
  /** The nodes refuse whatever the service sends, until a nonce is taken. */
  z.strictObject({ type: z.literal('sendingRefused') }),
  /** After a few tries that is reported. */
  z.strictObject({ type: z.literal('refusalTold') }),
  /** Time passes until it is sent again, and blocks are made meanwhile. */
  z.strictObject({ type: z.literal('sentInVain') }),
])
export type BlockMade = z.infer<typeof BlockMade>

/** A payer's action makes its own block, and with it comes what waits. */
const BlockStep = z.discriminatedUnion('type', [...Action.options, ...BlockMade.options])
export type BlockStep = z.infer<typeof BlockStep>

export const isAction = (step: BlockStep): step is Action => !(step.type in blocksMade)

/** Says each in a sentence. */
export const blocksMade: Record<BlockMade['type'], string> = {
  block: 'What waits comes into a block.',
  revertingBlock: 'The chain reverts what waits.',
  nonceUsed: 'Somebody else uses the nonce of what waits.',
  nonceTaken: 'Somebody else sends a transaction with the nonce that comes next.',
  sendingRefused: 'From now on the nodes refuse what the service sends.',
  refusalTold: 'What the service sends is refused, until that is told.',
  sentInVain: 'It is sent again in vain, and blocks are made.',
}

/** Commands to the subscription that an action is about, or to another one. */
const commands = z.array(z.strictObject({ command: Command, of }))

export const LifeAct = z.discriminatedUnion('type', [
  ...Action.options,
  /** Time passes until the next timer of the subscription or its charges, or the next change of the conditions. */
  z.strictObject({ type: z.literal('wait') }),
  /** Until the next timer of the subscription itself, or the next change of the conditions. */
  z.strictObject({ type: z.literal('waitLong') }),
  /** The request of the first step waits for a block, which is made once the commands were given. */
  z.strictObject({ type: z.literal('held'), first: Action, commands }),
  /** Before what a command asks for is in a block, somebody else's transaction comes first. */
  z.strictObject({ type: z.literal('overtaken'), first: Action, by: Action }),
  /**
   * A reorganisation takes back the block to which the first action led. Commands that were given before wait for a
   * block when it does.
   */
  z.strictObject({ type: z.literal('reorganised'), first: Action, commands }),
  z.strictObject({ type: z.literal('stepwise'), steps: z.array(BlockStep) }),
  /** Transactions of others than the service, in one block. */
  z.strictObject({ type: z.literal('together'), actions: z.array(Action) }),
  /** A reorganisation takes back all blocks from that of one of the contract's newest events on, counted from the end. */
  z.strictObject({ type: z.literal('takenBack'), events: z.int().min(1).max(4) }),
  /**
   * No node answers. With `untilDue` it begins shortly before the next timer of the subscription itself, and goes on
   * until a little after. Actions of others than the merchant are done at its beginning and commands given at its end.
   * What was done is heard before anything is sent; with `isTakenBack` a reorganisation takes the last of it back
   * before.
   */
  z.strictObject({
    type: z.literal('silent'),
    actions: z.array(Action),
    commands,
    untilDue: z.boolean(),
    isTakenBack: z.boolean(),
  }),
])
export type LifeAct = z.infer<typeof LifeAct>

export type Wait = Extract<LifeAct, { type: 'wait' | 'waitLong' }>

/** Describes the merchant's gas and the fees while a group of scenarios runs, by days since it began. */
export const conditionsByName = {
  calm: [],
  'gas is missing when the first charge is due': [
    { day: 0, heldBackFor: 'GasWalletEmpty' },
    { day: 3, heldBackFor: null },
  ],
  'gas is missing for three days': [
    { day: 29.5, heldBackFor: 'GasWalletEmpty' },
    { day: 32.5, heldBackFor: null },
  ],
  'gas is missing until after the grace': [
    { day: 29.5, heldBackFor: 'GasWalletEmpty' },
    { day: 45, heldBackFor: null },
  ],
  'charges are too dear for a day': [
    { day: 29.5, heldBackFor: 'GasCostAboveLimit' },
    { day: 31, heldBackFor: null },
  ],
  'gas is missing in the first days': [
    { day: 7.5, heldBackFor: 'GasWalletEmpty' },
    { day: 9, heldBackFor: null },
  ],
  'gas is missing, and then too dear': [
    { day: 29.5, heldBackFor: 'GasWalletEmpty' },
    { day: 31, heldBackFor: 'GasCostAboveLimit' },
    { day: 32, heldBackFor: null },
  ],
  'gas is missing, and then too dear, after the first attempt': [
    { day: 30.1, heldBackFor: 'GasWalletEmpty' },
    { day: 32.5, heldBackFor: 'GasCostAboveLimit' },
    { day: 33, heldBackFor: null },
  ],
  'gas is missing after the first attempt until after the grace': [
    { day: 30.1, heldBackFor: 'GasWalletEmpty' },
    { day: 45, heldBackFor: null },
  ],
  'gas is missing before a pause and when the charge is due': [
    { day: 29.5, heldBackFor: 'GasWalletEmpty' },
    { day: 30.02, heldBackFor: 'GasWalletEmpty' },
    { day: 30.1, heldBackFor: null },
  ],
  'gas is missing shortly before the sixteenth day': [
    { day: 15.99, heldBackFor: 'GasWalletEmpty' },
    { day: 16.02, heldBackFor: 'GasWalletEmpty' },
    { day: 16.1, heldBackFor: null },
  ],
  'blocks are taken back': [],
  'gas is missing, and blocks are taken back': [
    { day: 29.5, heldBackFor: 'GasWalletEmpty' },
    { day: 32.5, heldBackFor: null },
  ],
} as const satisfies Record<
  string,
  { day: number; heldBackFor: 'GasWalletEmpty' | 'GasCostAboveLimit' | null }[]
>
export type Conditions = keyof typeof conditionsByName

/** Without `startsOnDay` and `withdrawalDays` a subscription starts at once and gives no right to withdraw. */
export const plans = {
  monthly: { amount: '12', periodDays: 30, maxPeriods: 3, graceDays: 6 },
  twice: { amount: '12', periodDays: 30, maxPeriods: 2, graceDays: 6 },
  later: { amount: '12', periodDays: 30, maxPeriods: 2, graceDays: 6, startsOnDay: 5 },
  byHand: { amount: '12', periodDays: 30, maxPeriods: 2, graceDays: 6, activation: 'manual' },
  once: { amount: '12', periodDays: 8, maxPeriods: 1, graceDays: 3 },
  eightDays: { amount: '12', periodDays: 8, maxPeriods: 3, graceDays: 3 },
  withdrawable: { amount: '12', periodDays: 8, maxPeriods: 2, graceDays: 3, withdrawalDays: 30 },
} as const
export type PlanName = keyof typeof plans
const longestGraceDays = Math.max(...Object.values(plans).map(({ graceDays }) => graceDays))

export const Life = z.strictObject({
  plan: z.enum(Object.keys(plans) as [PlanName, ...PlanName[]]),
  conditions: z.enum(Object.keys(conditionsByName) as [Conditions, ...Conditions[]]),
  acts: z.array(LifeAct),
})
export type Life = z.infer<typeof Life>

export const isWait = (act: LifeAct): act is Wait => act.type === 'wait' || act.type === 'waitLong'

/** Is about blocks, which all lives share. */
export const needsBlocks = (act: LifeAct): act is BlockAct => blockActs.has(act.type)

const blockActs = new Set([
  'held',
  'overtaken',
  'reorganised',
  'stepwise',
  'together',
  'takenBack',
  'silent',
])
export type BlockAct = Exclude<LifeAct, Wait | Action>

/** Whether somebody else than the merchant does it, in a transaction of their own. */
export const isPayers = (act: { type: string }): boolean => payersActions.has(act.type)
const payersActions = new Set(['allow', 'have', 'wallet', 'strangerCharges'])

/**
 * Lives that are lived alone: a reorganisation over days takes back what others did, too, silent nodes are silent for
 * all, and what waits for gas for days is asked of the chain again whenever the clock stops for anybody.
 */
export const isLivedAlone = (life: Life): boolean =>
  needsNodeInFront(life) ||
  life.acts.some(({ type }) => type === 'takenBack') ||
  waitsLongForGas(life)

/** A pause that waits for gas is refused once the contract would refuse it, when that is looked at. */
const waitsLongForGas = ({ conditions, acts }: Life): boolean =>
  conditionsByName[conditions].some(
    ({ day, heldBackFor }, place, marks) =>
      heldBackFor === 'GasWalletEmpty' &&
      (marks[place + 1]?.day ?? Infinity) - day > longestGraceDays,
  ) && acts.some((act) => act.type === 'command' && act.command === 'pause')

/** Needs a service whose nodes can be silenced, or told to refuse. */
export const needsNodeInFront = ({ acts }: Life): boolean =>
  acts.some(
    (act) =>
      act.type === 'silent' ||
      (act.type === 'stepwise' && act.steps.some(({ type }) => type === 'sendingRefused')),
  )

/** The place of the subscription that an action is about among the customer's, from 0. */
export const placeOf = (action: Action): number => ('of' in action ? (action.of ?? 0) : 0)
