/**
 * Describes what may be done from outside to what a merchant sets up: plans, the business verification, the gas wallet.
 */
export const planCommands = ['update', 'activate', 'archive', 'restore'] as const
export type PlanCommand = (typeof planCommands)[number]

/** Only an operator decides this of a business verification. */
export const verdicts = ['approve', 'reject', 'revoke'] as const
export type Verdict = (typeof verdicts)[number]

/** A gas wallet holds enough for months, for three daily charges, or for none. */
export type GasHeld = 'full' | 'little' | 'nothing'

export type PlanAct = { type: 'createPlan' } | { type: 'plan'; command: PlanCommand }
export type MerchantAct =
  | PlanAct
  | { type: 'submit' }
  | { type: 'decide'; verdict: Verdict }
  /** A subscription begins that is charged every day. */
  | { type: 'subscribeDaily' }
  /** A subscription of a new merchant begins, and its gas wallet holds so much when it is measured first. */
  | { type: 'beginFirst'; gas: 'little' | 'nothing' }
  | { type: 'hold'; gas: GasHeld }
