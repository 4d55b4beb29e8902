/** The year that `npm run demo` lets go by. */
import type { Member, Season } from './customers.ts'

const steps = 36

const members: readonly Member[] = [
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
  { customer: 'arjun.patel', plan: 'monthly', joins: 31, fates: { [steps]: 'pauses' } },
  {
    customer: 'hanna.virtanen',
    plan: 'monthly',
    joins: 32,
    fates: { [steps]: 'pausesForAWhile' },
  },
  {
    customer: 'mateo.silva',
    plan: 'monthly',
    joins: 33,
    fates: { [steps]: 'leavesWithPaidTime' },
  },
  { customer: 'grace.kim', plan: 'monthly', joins: 34, fates: { [steps]: 'switchesToTeam' } },
  { customer: 'ana.souza', plan: 'weekly', joins: 33 },
  { customer: 'felix.hartmann', plan: 'tether', joins: 34 },
]

export const year: Season = {
  title: 'A year goes by: customers come, pay, pause, change, run out of money and leave',
  steps,
  paymentEverySteps: 3,
  outage: { from: 20, until: 22 },
  summerEnds: 24,
  members,
}
