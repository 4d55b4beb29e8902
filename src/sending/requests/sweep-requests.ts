/**
 * Sorts the requests for sweeps of a lane: which of them go together, and which are on their way already.
 */
import type { Pool } from 'pg'
import type { Address, Hex } from 'viem'
import { inFlightTransactions, quoteStatuses } from '../../core/states.ts'
import type { SweepRoute } from '../../chain/deposits/sweep-transactions.ts'
import type { ClaimedRow } from '../../store/engine/outbox.ts'

export type SweepRequest = {
  row: ClaimedRow
  paymentId: string
  /** The payment's name on chain. */
  idHash: Hex
  depositAddress: Address
  /** Whether the merchant ordered the move, whatever it costs. */
  isOrdered: boolean
}
/** Rows that one transaction can carry. */
export type SweepGroup = { route: SweepRoute; rows: ClaimedRow[] }

type Payload = SweepRoute &
  Pick<SweepRequest, 'paymentId' | 'idHash' | 'depositAddress' | 'isOrdered'>

export const isSweepRequest = ({ name }: ClaimedRow): boolean => name === 'requestSweep'

/** Groups rows by receiver and token. */
export function groupSweeps(rows: ClaimedRow[]): SweepGroup[] {
  const groups = Map.groupBy(rows, (row) => {
    const { receiver, token } = payloadOf(row)
    return `${receiver}/${token}`
  })
  return [...groups.values()].map((group) => {
    const { receiver, token } = payloadOf(group[0]!)
    return { route: { receiver, token }, rows: group }
  })
}

/** Sorts rows into one request for each payment, and those that repeat it. */
export function sortSweepRequests(rows: ClaimedRow[]): {
  requests: SweepRequest[]
  repeated: ClaimedRow[]
} {
  const requests = new Map<string, SweepRequest>()
  const repeated: ClaimedRow[] = []
  for (const row of rows) {
    const { paymentId, idHash, depositAddress, isOrdered } = payloadOf(row)
    const known = requests.get(paymentId)
    if (known) {
      repeated.push(row)
      known.isOrdered ||= isOrdered
    } else {
      requests.set(paymentId, { row, paymentId, idHash, depositAddress, isOrdered })
    }
  }
  return { requests: [...requests.values()], repeated }
}

/** Finds the payments that a wallet's transactions will sweep, and that no block shows as swept yet. */
export async function findSweepsInFlight(
  pool: Pool,
  blockchain: string,
  wallet: Address,
): Promise<Set<string>> {
  const { rows } = await pool.query<{ paymentId: string }>({
    name: 'sweeps-in-flight',
    text: `select item->>'id' as "paymentId" from (
        select snapshot->'context'->'items' as items from transaction
        where blockchain = $1 and wallet = $2 and status in (${quoteStatuses(inFlightTransactions)})
          and purpose = 'sweep'
        union all
        select (payload->'input'->'items')::jsonb from outbox
        where channel = 'actor' and name = 'transaction.create'
          and payload->'input'->>'purpose' = 'sweep'
          and payload->'input'->>'blockchain' = $1 and payload->'input'->>'wallet' = $2
      ) as flying, jsonb_array_elements(items) as item`,
    values: [blockchain, wallet],
  })
  return new Set(rows.map(({ paymentId }) => paymentId))
}

const payloadOf = ({ payload }: ClaimedRow): Payload => payload as Payload
