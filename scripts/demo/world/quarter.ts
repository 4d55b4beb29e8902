/** Describes the season of `npm run demo -- --short`: the same in three months, with fewer customers. */
import type { Member, Season } from './customers.ts'

const steps = 9

const members: readonly Member[] = [
  { customer: 'ana.souza', plan: 'monthly', joins: 0 },
  { customer: 'brightside-gmbh', plan: 'team', joins: 0 },
  { customer: 'sofia.rossi', plan: 'summer', joins: 0, maxPeriods: 2 },
  { customer: 'oliver.grant', plan: 'monthly', joins: 0, fates: { 4: 'cancels' } },
  { customer: 'tomas.novak', plan: 'monthly', joins: 0, fates: { 3: 'runsDry' } },
  { customer: 'lena.fischer', plan: 'monthly', joins: 1, fates: { 4: 'runsDryAndRecovers' } },
  { customer: 'chen.wei', plan: 'monthly', joins: 1, fates: { 5: 'pauses', 7: 'resumes' } },
  { customer: 'amira.haddad', plan: 'monthly', joins: 2, fates: { 6: 'revokes' } },
  { customer: 'luca.bianchi', plan: 'monthly', joins: 2, fates: { 7: 'cancelsOnChain' } },
  { customer: 'arjun.patel', plan: 'monthly', joins: 5, fates: { [steps]: 'pauses' } },
  { customer: 'hanna.virtanen', plan: 'monthly', joins: 6, fates: { [steps]: 'pausesForAWhile' } },
  { customer: 'mateo.silva', plan: 'monthly', joins: 7, fates: { [steps]: 'leavesWithPaidTime' } },
  { customer: 'grace.kim', plan: 'monthly', joins: 7, fates: { [steps]: 'switchesToTeam' } },
  { customer: 'ana.souza', plan: 'weekly', joins: 7 },
]

export const quarter: Season = {
  title: 'Three months go by: customers come, pay, pause, change, run out of money and leave',
  steps,
  paymentEverySteps: 3,
  outage: { from: 5, until: 6 },
  summerEnds: 4,
  members,
}
