/** Loads the requests for charges of a lane, each with its charge and its subscription. */
import type { Pool } from 'pg'
import type { Address } from 'viem'
import type { PhaseOf, StatusOf } from '../../../machines/actors.ts'
import { openCharges } from '../../core/states.ts'
import { findSubscriptions, type KnownSubscription } from '../../chain/rows/subscriptions.ts'
import type { ClaimedRow } from '../../store/engine/outbox.ts'

export type ChargeRequest = {
  row: ClaimedRow
  chargeId: string
  contractAddress: Address
  isInitial: boolean
  /** The number of the period that it pays for. */
  period: number
  dueAt: Date
  /** After this moment the contract refuses it. */
  graceUntil: Date
  subscription: KnownSubscription
}
export type SortedRequests = { open: ChargeRequest[]; stale: ClaimedRow[] }

type KnownCharge = {
  id: string
  status: StatusOf['charge']
  phase: PhaseOf['charge']
  period: number
  dueAt: string
  graceUntil: string
}

const waitingPhases: PhaseOf['charge'][] = ['Requested', 'HeldBack']

/**
 * Loads the requests. A request is stale when its charge has moved on, because it was charged elsewhere
 * or cancelled, or when the same charge was requested twice.
 */
export async function loadChargeRequests(pool: Pool, rows: ClaimedRow[]): Promise<SortedRequests> {
  const charges = await findCharges(pool, rows.map(chargeIdOf))
  const contracts = rows.map((row) => String(row.payload['contractAddress']))
  const subscriptions = await findSubscriptions(pool, contracts)
  const open = new Map<string, ChargeRequest>()
  const stale: ClaimedRow[] = []
  for (const row of rows) {
    const charge = charges.get(chargeIdOf(row))
    const subscription = subscriptions.get(String(row.payload['contractAddress']))
    if (!charge || !subscription || !isWaiting(charge) || open.has(charge.id)) stale.push(row)
    else open.set(charge.id, toRequest(row, charge, subscription))
  }
  return { open: [...open.values()].toSorted(byDueTime), stale }
}

/** If a wallet holds too little for all of its charges, the one that fell due first is made. */
const byDueTime = (one: ChargeRequest, other: ChargeRequest): number =>
  one.dueAt.getTime() - other.dueAt.getTime() ||
  (one.contractAddress < other.contractAddress ? -1 : 1)

const toRequest = (
  row: ClaimedRow,
  { id, period, dueAt, graceUntil }: KnownCharge,
  subscription: KnownSubscription,
): ChargeRequest => ({
  row,
  chargeId: id,
  contractAddress: subscription.contractAddress as Address,
  isInitial: row.payload['isInitial'] === true,
  period,
  dueAt: new Date(dueAt),
  graceUntil: new Date(graceUntil),
  subscription,
})

const isWaiting = ({ status, phase }: KnownCharge): boolean =>
  openCharges.includes(status) && waitingPhases.includes(phase)

const chargeIdOf = (row: ClaimedRow): string => String(row.payload['chargeId'])

async function findCharges(pool: Pool, ids: string[]): Promise<Map<string, KnownCharge>> {
  const { rows } = await pool.query<KnownCharge>({
    name: 'chain-requested-charges',
    text: `select id, status, phase, period,
        snapshot->'context'->>'dueAt' as "dueAt",
        snapshot->'context'->>'graceUntil' as "graceUntil"
      from charge where id = any($1)`,
    values: [ids],
  })
  return new Map(rows.map((charge) => [charge.id, charge]))
}
