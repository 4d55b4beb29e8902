/** How soon the dashboard answers with figures: home, forecast, metrics, reconciliation, the card of a payer. */
import { recentAnswersOf } from '../../src/http/dashboard/numbers/recent-answers.ts'
import { addressOf } from '../../test/dashboard/world.ts'
import type { DurableServers } from '../durable-servers.ts'
import { milliseconds, table } from '../table.ts'
import { makeCrowd } from './crowd.ts'
import { measure } from './measure.ts'
import { placeOf } from './place-of.ts'
import { type BusyDashboard, startDashboard } from './world.ts'

/** No answer is kept so long: whoever looks on gets one that was made meanwhile. */
const pauseMs = 3_100
const looksMax = 5
/** Where the thousandth page of fifty begins. */
const thousandth = 49_950

/** Measures each call when its answer has to be made, and as somebody who looks on. */
export async function measureFigures(
  servers: DurableServers,
  subscriptions: number,
  rounds: number,
): Promise<string> {
  const few = { subscriptions: 1, charges: 1, deliveries: 1_000 }
  const dashboard = await startDashboard(servers, few, 'figures')
  try {
    await prepare(dashboard, subscriptions)
    const rows: string[][] = []
    for (const [what, path] of await callsOf(dashboard)) {
      const ask = () => dashboard.get(path)
      const askAnew = () => {
        recentAnswersOf(dashboard.database).forget()
        return ask()
      }
      const made = await measure(askAnew, rounds)
      const looked = await measure(ask, Math.min(rounds, looksMax), pauseMs)
      rows.push([what, ...[made.p50, made.p95, looked.p95].map(milliseconds)])
    }
    return table(['call', 'p50', 'p95', 'p95 while one looks on'], rows)
  } finally {
    await dashboard.stop()
  }
}

async function prepare(dashboard: BusyDashboard, count: number): Promise<void> {
  const { database, owner } = dashboard
  const now = new Date()
  const ground = { owner, blockchain: 'LocalTestNet', asset: 'tUSDC', token: addressOf('c0'), now }
  await makeCrowd(database.pool, ground, { count })
  await database.pool.query(
    `insert into merchant_asset (merchant_id, network, code, is_active) values ($1, $2, 'tUSDC', true)`,
    [owner.merchantId, owner.network],
  )
  await dashboard.get('/gas-wallets')
  await database.pool.query(`insert into gas_price (blockchain, worst_wei, data_fee_wei, seen_at)
    values ('LocalTestNet', 1000000000, 0, now())`)
  await database.pool.query(
    `update gas_wallet set balance = 10000000000000000000000, seen_at = now()`,
  )
}

async function callsOf(dashboard: BusyDashboard): Promise<[string, string][]> {
  const { rows } = await dashboard.database.pool.query<{ payer: string }>(
    `select payer from subscription where status = 'Active' group by payer having count(*) = 2 limit 1`,
  )
  const { payer } = rows[0]!
  const covered = '/forecast/charges?class=covered&withTotal=false'
  const next = await placeOf(dashboard, covered, thousandth)
  return [
    ['home', '/home'],
    ['forecast of 30 days', '/forecast'],
    ['its charges at risk, first page', '/forecast/charges?class=atRisk&withTotal=false'],
    ['the same, and how many there are', '/forecast/charges?class=atRisk'],
    ['its covered charges, thousandth page', `${covered}&after=${next}`],
    ['the same by offset, with the forecast', `${covered}&offset=10000`],
    ['metrics of 30 days', '/metrics'],
    ['metrics of 90 days', `/metrics?from=${new Date(Date.now() - 90 * 86_400_000).toISOString()}`],
    ['reconciliation', '/reconciliation'],
    ['card of a payer', `/payers/${payer}`],
  ]
}
