/** Subscriptions of which a charge will fail, or has failed already, for the daily mail. */
import { sayMoney } from '../../shared/money.ts'
import type { Owner } from '../../shared/owner.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import { readPart } from '../lists/list.ts'
import { toSubscriptionResource } from '../../core/resources/subscription.ts'
import { atRiskList } from './at-risk.ts'
import {
  countCharges,
  type ForecastCharge,
  listForecastCharges,
} from './forecast/forecast-charges.ts'
import { readForecastGround } from './forecast/forecast-ground.ts'
import { readForecast } from './forecast/forecast.ts'
import type { ForecastGround } from './forecast/planned.ts'
import type { SubscriptionToFail } from '../mails/mail-kinds.ts'
import type { WithDirectory } from '../parts.ts'

/** Wallets are looked into so far ahead, as allowances are. */
export const toFailDays = 7
/** So many of each kind are looked at. */
const comparedMax = 1_000

/**
 * Lists those at risk, whose allowances do not cover the next charge, or which are overdue, and those of which the forecast
 * has a charge of the next week at risk; the most urgent first. `hasMore`: these are not all.
 */
export async function listSubscriptionsToFail(
  dependencies: WithDirectory,
  owner: Owner,
): Promise<{ subscriptions: SubscriptionToFail[]; hasMore: boolean }> {
  const { pool } = dependencies.database
  const wanted = { owner, filter: {} }
  const [{ rows: actors, next }, foreseen] = await Promise.all([
    readPart(pool, atRiskList, wanted, { limit: comparedMax }),
    listForeseen(dependencies, owner),
  ])
  const { now } = foreseen
  const byId = new Map(foreseen.subscriptions.toReversed().map((one) => [one.id, one]))
  // A refusal of the contract itself says more than what is foreseen.
  for (const one of actors.map((actor) => describe(actor, now)))
    if (byId.get(one.id)?.why !== one.why) byId.set(one.id, one)
  const subscriptions = [...byId.values()].toSorted(byUrgency)
  return { subscriptions, hasMore: next !== null || foreseen.hasMore }
}

function describe(actor: StoredActor<'subscription'>, now: Date): SubscriptionToFail {
  const resource = toSubscriptionResource(actor, now)
  const { contractAddress: id, customerId, amount, willChargeAt, allowance } = resource
  const why = resource.reason ?? 'InsufficientAllowance'
  return {
    id,
    customerId,
    period: resource.chargesMade + 1,
    amount,
    nextChargeAt: stillToCome(willChargeAt, now),
    why,
    ...(ofAllowance.includes(why) && { allowed: allowance }),
  }
}

const ofAllowance = ['InsufficientAllowance', 'AllowanceRevoked']

const stillToCome = (moment: string | null, now: Date): string | null =>
  moment !== null && Date.parse(moment) >= now.getTime() ? moment : null

/** Without gas charges wait, and fail afterwards all the same: a mail of its own reports what it pays for. */
const withGas = ({ gas, ...ground }: ForecastGround): ForecastGround => ({
  ...ground,
  gas: gas.map((one) => ({ ...one, chargesLeft: Number.MAX_SAFE_INTEGER })),
})

/** Lists subscriptions by their charges that are at risk, as the forecast has them; one may stand there several times. */
async function listForeseen(dependencies: WithDirectory, owner: Owner) {
  const { database } = dependencies
  const ground = withGas(await readForecastGround(dependencies, owner, { days: toFailDays }))
  const forecast = await readForecast(database, owner, ground)
  const judged = { forecast, filter: { class: 'atRisk' } } as const
  const page = { limit: comparedMax }
  const { charges } = await listForecastCharges(database, owner, ground, judged, page)
  const allowed = await readAllowed(database, owner, charges)
  const subscriptions = charges.map((charge) => foresee(charge, allowed, ground.now))
  const hasMore = countCharges(forecast, judged.filter) > charges.length
  return { subscriptions, hasMore, now: ground.now }
}

async function readAllowed({ pool }: Database, owner: Owner, charges: ForecastCharge[]) {
  const short = charges.filter(({ reason }) => reason === 'InsufficientAllowance')
  const { rows } = await pool.query<{ id: string; allowance: string }>(
    `select id, allowance::text from subscription
     where merchant_id = $1 and network = $2 and id = any($3)`,
    [owner.merchantId, owner.network, short.map(({ contractAddress }) => contractAddress)],
  )
  return new Map(rows.map(({ id, allowance }) => [id, allowance]))
}

function foresee(
  { contractAddress: id, reason, ...charge }: ForecastCharge,
  allowed: Map<string, string>,
  now: Date,
): SubscriptionToFail {
  const { customerId, period, payer, held, seenAt, decimals, asset, dueAt } = charge
  const say = (amount: string) => sayMoney(BigInt(amount), decimals, asset)
  const isShort = reason === 'InsufficientBalance' && held !== null && seenAt !== null
  const allowance = reason === 'InsufficientAllowance' ? allowed.get(id) : undefined
  return {
    id,
    customerId,
    period,
    amount: say(charge.amount),
    nextChargeAt: stillToCome(dueAt, now),
    why: reason ?? 'Unknown',
    ...(isShort && { wallet: { address: payer, held: say(held), seenAt } }),
    ...(allowance !== undefined && { allowed: say(allowance) }),
  }
}

const byUrgency = (one: SubscriptionToFail, other: SubscriptionToFail): number =>
  (one.nextChargeAt ?? '').localeCompare(other.nextChargeAt ?? '') || (one.id < other.id ? -1 : 1)
