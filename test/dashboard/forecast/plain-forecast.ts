/**
 * The forecast as docs/forecast.md has it, one charge after the other: what the service computes from sums and indexes
 * is held against it. Slow, and plain.
 */
import type { Pool } from 'pg'
import { dayMs } from '../../../machines/durations.ts'
import type { Owner } from '../../../src/shared/owner.ts'
import { balanceHoursMax } from '../../../src/store/views/forecast/judged.ts'
import type { ForecastGround } from '../../../src/store/views/forecast/planned.ts'
import { spendInOrder } from '../../../src/store/views/forecast/spend-in-order.ts'

export type PlainCharge = {
  contractAddress: string
  customerId: string
  payer: string
  wallet: string
  blockchain: string
  asset: string
  amount: bigint
  period: number
  at: Date
  class: 'covered' | 'atRisk' | 'unknown' | null
  reason: string | null
  held: bigint | null
}

/** Types what is read here of a stored subscription. */
type Stored = {
  id: string
  status: string
  phase: string
  context: {
    customerId: string
    payer: string
    token: string
    blockchain: string
    asset: string
    amount: string
    allowance: string
    periodDays: number
    maxPeriods: number
    chargesMade: number
    nextChargeAt: string
    reason: string | null
    resumeAt: string | null
    isToEnd: boolean
    replaces: { contractAddress: string } | null
  }
}
type Funds = { balance: bigint; blockNumber: number; isFresh: boolean }

const shortages = ['InsufficientAllowance', 'InsufficientBalance', 'AllowanceRevoked']
const lasting = ['GasWalletEmpty', 'AssetInactive', 'GasCostAboveLimit']

/** Judges every charge of the window, in the order in which they fall due. */
export async function forecastPlainly(
  pool: Pool,
  { merchantId, network }: Owner,
  ground: ForecastGround,
): Promise<PlainCharge[]> {
  const { rows } = await pool.query<Stored>(
    `select id, status, phase, snapshot->'context' as context from subscription
     where merchant_id = $1 and network = $2`,
    [merchantId, network],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const charges = rows
    .flatMap((row) => chargesOf(row, byId, ground))
    .toSorted(
      (one, other) => +one.at - +other.at || (one.contractAddress < other.contractAddress ? -1 : 1),
    )
  for (const charge of charges)
    judgeAlone(charge, byId.get(charge.contractAddress)!, ground, charges)
  const held = await readHeld(pool, rows, ground)
  for (const some of Map.groupBy(charges, ({ wallet }) => wallet).values())
    spend(some, held.get(some[0]!.wallet) ?? null)
  return charges
}

const walletOf = ({ blockchain, token, payer }: Stored['context']) =>
  `${blockchain} ${token} ${payer}`

function chargesOf(row: Stored, byId: Map<string, Stored>, ground: ForecastGround): PlainCharge[] {
  const { id, status, phase, context } = row
  const left = context.maxPeriods - context.chargesMade
  const first = firstOf(row, byId, ground.now)
  if (first === null || context.isToEnd || left <= 0) return []
  const charges: PlainCharge[] = []
  for (let n = 0; n < left; n++) {
    const at = new Date(+first.at + n * context.periodDays * dayMs)
    if (at >= ground.until) break
    charges.push({
      contractAddress: id,
      customerId: context.customerId,
      payer: context.payer,
      wallet: walletOf(context),
      blockchain: context.blockchain,
      asset: context.asset,
      amount: BigInt(context.amount),
      period: context.chargesMade + n + 1,
      at,
      class: null,
      reason: first.doubt ?? standstillOf(status, phase, context.reason),
      held: null,
    })
  }
  return charges
}

function firstOf({ status, phase, context }: Stored, byId: Map<string, Stored>, now: Date) {
  const due = new Date(context.nextChargeAt)
  if (['PendingPause', 'Paused', 'PendingUnPause'].includes(status)) {
    if (status === 'Paused' && context.resumeAt === null) return null
    const moments = [+due, +now, context.resumeAt === null ? 0 : Date.parse(context.resumeAt)]
    return { at: new Date(Math.max(...moments)), doubt: 'Paused' }
  }
  if (!['Pending', 'Active', 'Suspended'].includes(status)) return null
  if (phase !== 'AwaitingPredecessor') return { at: due, doubt: null }
  const before = byId.get(context.replaces?.contractAddress ?? '')
  return before ? { at: new Date(before.context.nextChargeAt), doubt: 'Switched' } : null
}

/** Why it stands still, where allowance and balance do not say it more newly. */
const standstillOf = (status: string, phase: string, reason: string | null): string | null =>
  status === 'Suspended' || (phase === 'Overdue' && !shortages.includes(reason!)) ? reason : null

/** Finds what stands in the way of a charge beside the balance. */
function judgeAlone(
  charge: PlainCharge,
  stored: Stored,
  ground: ForecastGround,
  all: PlainCharge[],
): void {
  const { status, phase, context } = stored
  const gas = ground.gas.find(({ blockchain }) => blockchain === charge.blockchain)
  const n = charge.period - context.chargesMade
  const order = all.filter(({ blockchain }) => blockchain === charge.blockchain)
  const end = gas?.chargesLeft ? order[gas.chargesLeft]?.at : undefined
  const isStopped =
    charge.reason !== null &&
    ((phase === 'Overdue' && charge.reason === context.reason && status !== 'Suspended') ||
      (status === 'Suspended' && lasting.includes(charge.reason)))
  const say = (certainty: PlainCharge['class'], reason: string | null) =>
    Object.assign(charge, { class: certainty, reason })
  if (isStopped) return void say('atRisk', charge.reason)
  if (!ground.activeAssets.includes(charge.asset)) return void say('atRisk', 'AssetInactive')
  if (gas?.chargesLeft === 0) return void say('atRisk', 'GasWalletEmpty')
  if (BigInt(n) * charge.amount > BigInt(context.allowance))
    return void say('atRisk', 'InsufficientAllowance')
  if (charge.reason !== null) return void say('unknown', charge.reason)
  if (!gas) return void say('unknown', 'ChainNotServed')
  if (gas.chargesLeft === null) return void say('unknown', 'GasNotSeen')
  if (end && charge.at >= end) say('unknown', 'GasMayRunOut')
}

/** Reads what each wallet held when it was seen, less what was charged since. */
async function readHeld(
  pool: Pool,
  rows: Stored[],
  { gas }: ForecastGround,
): Promise<Map<string, Funds>> {
  const funds = await pool.query(
    `select *, seen_at > now() - $1 * interval '1 hour' as is_fresh from payer_funds`,
    [balanceHoursMax],
  )
  const logs = await pool.query(
    `select * from chain_log where event = 'Charged' and status in ('Seen', 'Credited')
       and blockchain = any($1)`,
    [gas.map(({ blockchain }) => blockchain)],
  )
  const held = new Map<string, Funds>(
    funds.rows.map((row) => [
      walletOf(row),
      {
        balance: BigInt(row.balance),
        blockNumber: Number(row.block_number),
        isFresh: row.is_fresh,
      },
    ]),
  )
  for (const log of logs.rows) {
    const row = rows.find(({ id }) => id === log.contract_address)
    const seen = row && held.get(walletOf(row.context))
    if (seen && Number(log.block_number) > seen.blockNumber)
      seen.balance -= BigInt(row.context.amount)
  }
  return held
}

function spend(charges: PlainCharge[], seen: Funds | null): void {
  const balance = seen === null ? null : seen.balance > 0n ? seen.balance : 0n
  for (const charge of charges) charge.held = balance
  const possible = charges.filter((charge) => charge.class !== 'atRisk')
  if (balance === null || !seen!.isFresh) {
    for (const charge of possible.filter((one) => one.class === null))
      Object.assign(charge, {
        class: 'unknown',
        reason: balance === null ? 'BalanceNotSeen' : 'BalanceTooOld',
      })
    return
  }
  const verdicts = spendInOrder(
    balance,
    possible.map(({ contractAddress, amount, class: certainty }) => ({
      contractAddress,
      amount,
      isSure: certainty === null,
    })),
  )
  const reasons = { covered: null, atRisk: 'InsufficientBalance', unknown: 'BalanceShared' }
  for (const [index, charge] of possible.entries()) {
    const verdict = verdicts[index]!
    if (charge.class === null) Object.assign(charge, { class: verdict, reason: reasons[verdict] })
  }
}
