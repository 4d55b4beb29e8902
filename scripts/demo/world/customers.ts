/** The shop's plans, and its customers in the order in which they come: who takes what, and what becomes of it. */
export const plans = {
  monthly: { name: 'Membership', amount: '12', periodDays: 31, tags: ['club'] },
  team: { name: 'Team', amount: '49', periodDays: 31, tags: ['club'] },
  weekly: { name: 'Vegetable box', amount: '18.50', periodDays: 7, graceDays: 2 },
  yearly: { name: 'Membership, a year', amount: '120', periodDays: 365, graceDays: 10 },
  tether: { name: 'Newsletter', amount: '3', periodDays: 7, graceDays: 2, asset: 'ltUSDT' },
  summer: { name: 'Summer course', amount: '35', periodDays: 31 },
  student: { name: 'Student', amount: '6', periodDays: 31, tags: ['club'] },
} as const
export type PlanName = keyof typeof plans

/** Happens to a subscription once, at a step of the year. */
export type Fate =
  | 'cancels'
  | 'leavesWithPaidTime'
  | 'revokes'
  | 'runsDry'
  | 'runsDryAndRecovers'
  | 'pauses'
  | 'pausesForAWhile'
  | 'resumes'
  | 'cancelsOnChain'
  | 'switchesToTeam'

export type Member = {
  customer: string
  plan: PlanName
  /** The step of the year at which the customer subscribes. */
  joins: number
  /** For how many charges the wallet allows; more than a year has, where it is left out. */
  allows?: number
  maxPeriods?: number
  fates?: Partial<Record<number, Fate>>
}

/** A step is a third of a month. */
export const stepDays = 31 / 3

/**
 * Says how long the shop is watched, by whom, and what happens to it meanwhile. Fates of the step `steps` come on the
 * last day.
 */
export type Season = {
  title: string
  steps: number
  /** A one-time payment is made every so many steps. */
  paymentEverySteps: number
  /** The endpoint does not answer. */
  outage: { from: number; until: number }
  /** The plan of the summer is archived. */
  summerEnds: number
  members: readonly Member[]
}

/** They come in the last days, so that the year ends with them in a state that does not last. */
export const lateComers = {
  /** Eight days before the end: money or allowance for one box. */
  overdue: ['nina.petrova', 'ben.carter'],
  /** Eight days before the end, in a token that the shop then switches off. */
  suspended: ['petra.vogel'],
  /** Two days before the end: one more box is due in five days. */
  atRisk: ['isabel.moreno', 'tariq.aziz'],
  /** They begin in three weeks. */
  pending: ['olga.smirnova'],
  drafts: ['rosa.jimenez', 'daniel.murphy', 'aiko.mori'],
} as const
