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

/** What happens to a subscription once, and at which step of the year. */
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
/** The step after the year, from which nothing passes any more. */
export const lastDay = 36
export const outage = { from: 20, until: 22 } as const
export const summerEnds = 24

export const members: readonly Member[] = [
  { customer: 'ana.souza', plan: 'monthly', joins: 0 },
  { customer: 'mei.tanaka', plan: 'yearly', joins: 0 },
  { customer: 'brightside-gmbh', plan: 'team', joins: 1 },
  { customer: 'oliver.grant', plan: 'monthly', joins: 1, fates: { 13: 'cancels' } },
  { customer: 'priya.raman', plan: 'monthly', joins: 2 },
  { customer: 'tomas.novak', plan: 'monthly', joins: 3, fates: { 16: 'runsDry' } },
  { customer: 'lena.fischer', plan: 'monthly', joins: 4, fates: { 16: 'runsDryAndRecovers' } },
  { customer: 'kofi.mensah', plan: 'yearly', joins: 5 },
  { customer: 'sofia.rossi', plan: 'summer', joins: 6, maxPeriods: 3 },
  { customer: 'jonas.weber', plan: 'summer', joins: 7, maxPeriods: 3 },
  { customer: 'amira.haddad', plan: 'monthly', joins: 8, fates: { 21: 'revokes' } },
  { customer: 'northwind-ltd', plan: 'team', joins: 9 },
  { customer: 'chen.wei', plan: 'monthly', joins: 10, fates: { 20: 'pauses', 22: 'resumes' } },
  { customer: 'maria.garcia', plan: 'monthly', joins: 11 },
  { customer: 'pavel.ivanov', plan: 'monthly', joins: 12, fates: { 25: 'switchesToTeam' } },
  { customer: 'emma.johansson', plan: 'monthly', joins: 13, fates: { 30: 'leavesWithPaidTime' } },
  { customer: 'luca.bianchi', plan: 'monthly', joins: 15, fates: { 27: 'cancelsOnChain' } },
  { customer: 'fatima.ali', plan: 'monthly', joins: 16 },
  { customer: 'harbour-studio', plan: 'team', joins: 18 },
  { customer: 'noah.williams', plan: 'monthly', joins: 19, fates: { 28: 'runsDryAndRecovers' } },
  { customer: 'yuki.sato', plan: 'yearly', joins: 21 },
  { customer: 'zofia.kowalska', plan: 'monthly', joins: 23 },
  { customer: 'diego.lopez', plan: 'monthly', joins: 24, fates: { 33: 'cancels' } },
  { customer: 'ingrid.larsen', plan: 'monthly', joins: 26 },
  { customer: 'samuel.okoro', plan: 'monthly', joins: 28 },
  { customer: 'clara.dubois', plan: 'team', joins: 30 },
  { customer: 'arjun.patel', plan: 'monthly', joins: 31, fates: { [lastDay]: 'pauses' } },
  {
    customer: 'hanna.virtanen',
    plan: 'monthly',
    joins: 32,
    fates: { [lastDay]: 'pausesForAWhile' },
  },
  {
    customer: 'mateo.silva',
    plan: 'monthly',
    joins: 33,
    fates: { [lastDay]: 'leavesWithPaidTime' },
  },
  { customer: 'grace.kim', plan: 'monthly', joins: 34, fates: { [lastDay]: 'switchesToTeam' } },
  { customer: 'ana.souza', plan: 'weekly', joins: 33 },
  { customer: 'felix.hartmann', plan: 'tether', joins: 34 },
]

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
