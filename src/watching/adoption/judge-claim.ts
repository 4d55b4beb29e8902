/**
 * Judges whether a contract can be of this service. Anybody deploys contracts by the factory, with terms of their own
 * making, so that each field is a claim: only a contract such as this service would have made for one of its merchants,
 * and whose money goes to that merchant, is one to adopt. There is no way around it.
 */
import type { Address, Hex } from 'viem'
import {
  activateUntilOf,
  startYearsAheadMax,
} from '../../../machines/subscription/subscription.events.ts'
import { dayMs, hourMs } from '../../../machines/durations.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import type { Terms } from '../../shared/addresses/contract-address.ts'
import { bytes32ToId, idToBytes32, momentOfId } from '../../shared/ids.ts'
import type { Owner } from '../../shared/owner.ts'
import { isOwnReceiver } from '../../store/merchants/receivers.ts'

export type AdoptingDependencies = Pick<ChainDependencies, 'database' | 'chain'>

/** `createdIn`: the block of the contract's creation, its time in Unix seconds. */
type Claim = {
  owner: Owner
  terms: Terms
  id: Hex
  createdIn: { number: number; timestamp: number }
}
/** `plans`: those of the merchant that have these terms. */
export type Judged =
  | { isOurs: true; id: string; asset: ConnectedChain['assets'][number]; plans: string[] }
  | { isOurs: false; why: string }

/** A chain's time and the service's may be so far apart. */
export const clocksApartMaxMs = hourMs
/** At least as long as any year. */
const yearMaxMs = 366 * dayMs

export async function judgeClaim(
  dependencies: AdoptingDependencies,
  claim: Claim,
): Promise<Judged> {
  const { chain, database } = dependencies
  const { owner, terms } = claim
  const asset = chain.assets.find(({ address }) => address === terms.token)
  if (!asset) return notOurs(`its token, ${terms.token}, is no asset of ${chain.name}`)
  const receiver = { blockchain: chain.name, address: terms.merchant }
  if (!(await isOwnReceiver(database.pool, owner, receiver)))
    return notOurs(`it pays ${terms.merchant}, which was never the receiver of this merchant here`)
  const why = findOddPayer(dependencies, terms) ?? findOddTime(claim)
  if (why) return notOurs(why)
  const plans = await findPlans(dependencies, owner, asset, terms)
  if (!plans.length)
    return notOurs(
      `no plan of this merchant that was ever active has its terms: ${terms.amount} base units of ${asset.code} every ${terms.periodDays} days, ${terms.graceDays} days of grace`,
    )
  return { isOurs: true, id: bytes32ToId(claim.id), asset, plans }
}

const notOurs = (why: string): Judged => ({ isOurs: false, why })

/** A receiver of the money, or a contract, never pays. */
function findOddPayer(
  { chain }: AdoptingDependencies,
  { payer, merchant, token }: Terms,
): string | null {
  const neverPay: Address[] = [merchant, token, chain.factory, chain.depositFactory]
  return neverPay.includes(payer) ? `its payer, ${payer}, is none that this service takes` : null
}

/** The id says when it was made; the block of its creation bounds that, and both bound what is agreed. */
function findOddTime({ id, terms, createdIn }: Claim): string | null {
  const { start, activateUntil, maxPeriods } = terms
  if (idToBytes32(bytes32ToId(id)) !== id.toLowerCase())
    return 'its id is none that this service makes'
  const madeMs = momentOfId(bytes32ToId(id)).getTime()
  if (madeMs > createdIn.timestamp * 1000 + clocksApartMaxMs)
    return 'its id says that it was made later than the block that created it'
  if (start < Math.floor(madeMs / 1000) || start * 1000 > madeMs + startYearsAheadMax * yearMaxMs)
    return 'its start is none that could be asked for when its id was made'
  if (activateUntil * 1000 !== Date.parse(activateUntilOf(new Date(start * 1000).toISOString())))
    return 'the last moment of its first charge is another than this service agrees'
  if (createdIn.timestamp > activateUntil)
    return 'it was created after the last moment of its first charge'
  return maxPeriods < 1 ? 'it allows no charge' : null
}

/** A plan's terms change only while it is a draft, to which nobody can subscribe. */
async function findPlans(
  { database, chain }: AdoptingDependencies,
  { merchantId, network }: Owner,
  asset: ConnectedChain['assets'][number],
  { amount, periodDays, graceDays }: Terms,
): Promise<string[]> {
  const terms = { blockchain: chain.name, asset: asset.code, amount: String(amount) }
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from plan where merchant_id = $1 and network = $2 and status <> 'Draft'
       and snapshot->'context' @> $3::jsonb order by id`,
    [merchantId, network, JSON.stringify({ ...terms, periodDays, graceDays })],
  )
  return rows.map(({ id }) => id)
}
