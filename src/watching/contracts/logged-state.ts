/** Where a contract stands by its logs, and whether the contract itself says more than they do. */
import type { Pool } from 'pg'
import type { Address } from 'viem'
import type { ContractEvent } from '../logs/contract-logs.ts'
import type { ContractState } from '../../chain/contract-state.ts'

/** A log by its place in the chain. */
export type PlacedEvent = ContractEvent & { blockNumber: number; logIndex: number }
export type LoggedState = Omit<ContractState, 'nextDue'> & {
  /** Unix seconds; null before the first charge. */
  nextDue: number | null
  /** A charge is missing between two others. */
  hasGap: boolean
}

/** What logs in the order of the chain leave behind. */
export function replayEvents(events: PlacedEvent[], payer: Address): LoggedState {
  const inOrder = events.toSorted(
    (one, other) => one.blockNumber - other.blockNumber || one.logIndex - other.logIndex,
  )
  const standing: LoggedState = {
    charged: 0,
    nextDue: null,
    frozenBy: null,
    isCancelled: false,
    hasGap: false,
  }
  for (const { event, args } of inOrder) {
    if (event === 'Charged') {
      standing.hasGap ||= args.period !== standing.charged + 1
      standing.charged = args.period
      standing.nextDue = args.nextDue
    } else if (event === 'Frozen') standing.frozenBy = args.by === payer ? 'payer' : 'operator'
    else if (event === 'Cancelled') standing.isCancelled = true
    else {
      standing.frozenBy = null
      standing.nextDue = args.nextDue
    }
  }
  return standing
}

/** Whether the logs tell everything that the contract says of itself; `null`: it is not deployed. */
export function isExplained(state: ContractState | null, standing: LoggedState): boolean {
  if (!state) return standing.charged === 0
  const { charged, nextDue, frozenBy, isCancelled, hasGap } = standing
  return (
    !hasGap &&
    charged === state.charged &&
    frozenBy === state.frozenBy &&
    isCancelled === state.isCancelled &&
    (nextDue === null || nextDue === state.nextDue)
  )
}

/** Whether logs may be told one after the other: no charge is missing between them, and none is too many. */
export const isCreditable = (state: ContractState, { charged, hasGap }: LoggedState): boolean =>
  !hasGap && charged <= state.charged

/** The logs that are held for true, or wait to be agreed on, up to a block; by contract. */
export async function loadEvents(
  pool: Pool,
  blockchain: string,
  contracts: Address[],
  upTo: number,
): Promise<Map<Address, PlacedEvent[]>> {
  const { rows } = await pool.query<
    ContractEvent & { contractAddress: Address; blockNumber: string; logIndex: number }
  >({
    name: 'contracts-events',
    text: `select contract_address as "contractAddress", event, args,
        block_number as "blockNumber", log_index as "logIndex"
      from chain_log where blockchain = $1 and contract_address = any($2)
        and status in ('Seen', 'Credited') and block_number <= $3`,
    values: [blockchain, contracts, upTo],
  })
  const events = new Map<Address, PlacedEvent[]>(contracts.map((contract) => [contract, []]))
  for (const row of rows)
    events.get(row.contractAddress)!.push({ ...row, blockNumber: Number(row.blockNumber) })
  return events
}
