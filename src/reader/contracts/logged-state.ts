/** A contract's state by its logs, and whether its own state says more. */
import type { Pool } from 'pg'
import type { Address } from 'viem'
import type { ContractState } from '../../chain/contract-state.ts'
import type { ContractEvent } from '../../chain/rows/contract-logs.ts'

/** A log by its place in the chain. */
export type PlacedEvent = ContractEvent & { blockNumber: number; logIndex: number }
export type LoggedState = Omit<ContractState, 'nextDue'> & {
  /** Unix seconds; null before the first charge. */
  nextDue: number | null
  /** A charge is missing between two others. */
  hasGap: boolean
}

/** Computes the state that logs, in the order of the chain, leave behind. */
export function replayEvents(events: PlacedEvent[], payer: Address): LoggedState {
  const inOrder = events.toSorted(
    (one, other) => one.blockNumber - other.blockNumber || one.logIndex - other.logIndex,
  )
  const logged: LoggedState = {
    charged: 0,
    nextDue: null,
    frozenBy: null,
    isCancelled: false,
    hasGap: false,
  }
  for (const { event, args } of inOrder) {
    if (event === 'Charged') {
      logged.hasGap ||= args.period !== logged.charged + 1
      logged.charged = args.period
      logged.nextDue = args.nextDue
    } else if (event === 'Frozen') logged.frozenBy = args.by === payer ? 'payer' : 'operator'
    else if (event === 'Cancelled') logged.isCancelled = true
    else {
      logged.frozenBy = null
      logged.nextDue = args.nextDue
    }
  }
  return logged
}

/** Checks whether the logs explain the contract's own state; `null`: it is not deployed. */
export function isExplained(state: ContractState | null, logged: LoggedState): boolean {
  if (!state) return logged.charged === 0
  const { charged, nextDue, frozenBy, isCancelled, hasGap } = logged
  return (
    !hasGap &&
    charged === state.charged &&
    frozenBy === state.frozenBy &&
    isCancelled === state.isCancelled &&
    (nextDue === null || nextDue === state.nextDue)
  )
}

/**
 * Checks whether logs may be credited one after the other: no charge is missing between them, and
 * none is too many.
 */
export const isCreditable = (state: ContractState, { charged, hasGap }: LoggedState): boolean =>
  !hasGap && charged <= state.charged

/** Reads the logs that are credited or wait to be agreed on, up to a block, by contract. */
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
