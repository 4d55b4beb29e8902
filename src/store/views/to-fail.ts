/** Subscriptions of which a charge is to fail, or has failed already: what the mail of a morning tells. */
import type { ChainDirectory } from '../../shared/chain-directory.ts'
import type { Clock } from '../../shared/clock.ts'
import { formatMoney } from '../../shared/money.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../database.ts'
import { countRows, readPart } from '../lists/list.ts'
import { toSubscriptionResource } from '../resources/subscription.ts'
import { atRiskList } from './at-risk.ts'
import { listForecastCharges } from './forecast/forecast-charges.ts'
import { readForecastGround } from './forecast/forecast-ground.ts'
import { readForecast } from './forecast/forecast.ts'
import type { ForecastGround } from './forecast/planned.ts'

type Dependencies = { database: Database; clock: Clock; directory: ChainDirectory }

/** `nextChargeAt`: of the charge that is to fail; null where it is overdue. `amount` is with its asset. */
export type SubscriptionToFail = {
  id: string
  customerId: string
  amount: string
  nextChargeAt: string | null
  why: string
}

/** How far ahead wallets are looked into, as allowances are. */
export const toFailDays = 7
/** So many of each kind are looked at. */
const comparedMax = 1_000

/**
 * Lists those at risk, whose allowances do not cover the next charge, and those whose wallets do not cover one within a
 * week; the most urgent first. `total`: at least so many there are.
 */
export async function listSubscriptionsToFail(
  dependencies: Dependencies,
  owner: Owner,
): Promise<{ subscriptions: SubscriptionToFail[]; total: number }> {
  const { pool } = dependencies.database
  const wanted = { owner, filter: {} }
  const [{ rows: actors }, atRisk, short] = await Promise.all([
    readPart(pool, atRiskList, wanted, { limit: comparedMax }),
    countRows(pool, atRiskList, wanted),
    listShort(dependencies, owner),
  ])
  // Each once, by the first of its charges; what the contract itself was refused for says more.
  const byId = new Map([...short.toReversed(), ...actors.map(describe)].map((one) => [one.id, one]))
  const subscriptions = [...byId.values()].toSorted(byUrgency)
  return { subscriptions, total: Math.max(atRisk, subscriptions.length) }
}

function describe(actor: Parameters<typeof toSubscriptionResource>[0]): SubscriptionToFail {
  const resource = toSubscriptionResource(actor)
  const { contractAddress: id, customerId, amount, willChargeAt: nextChargeAt, reason } = resource
  return { id, customerId, amount, nextChargeAt, why: reason ?? 'InsufficientAllowance' }
}

/** Without gas charges wait, and fail afterwards all the same: what it pays for is told by a mail of its own. */
const withGas = ({ gas, ...ground }: ForecastGround): ForecastGround => ({
  ...ground,
  gas: gas.map((one) => ({ ...one, chargesLeft: Number.MAX_SAFE_INTEGER })),
})

/** Lists charges that the payer's wallet does not cover, as the forecast has them. */
async function listShort(dependencies: Dependencies, owner: Owner): Promise<SubscriptionToFail[]> {
  const { database } = dependencies
  const ground = withGas(await readForecastGround(dependencies, owner, toFailDays))
  const forecast = await readForecast(database, owner, ground)
  const why = 'InsufficientBalance'
  const judged = { forecast, filter: { reason: why } }
  const page = { limit: comparedMax }
  const { charges } = await listForecastCharges(database, owner, ground, judged, page)
  return charges.map(({ contractAddress: id, customerId, amount, decimals, asset, dueAt }) => ({
    id,
    customerId,
    amount: formatMoney(BigInt(amount), decimals, asset),
    nextChargeAt: Date.parse(dueAt) < ground.now.getTime() ? null : dueAt,
    why,
  }))
}

const byUrgency = (one: SubscriptionToFail, other: SubscriptionToFail): number =>
  (one.nextChargeAt ?? '').localeCompare(other.nextChargeAt ?? '') || (one.id < other.id ? -1 : 1)
