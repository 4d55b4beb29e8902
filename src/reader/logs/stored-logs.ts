/**
 * Leaves out what was stored when its block was read for the first time. The last blocks are read
 * again with each range; without this, each log in them would cost a header once more.
 */
import type { Pool } from 'pg'
import type { RawLog } from '../../chain/logs/log-filter.ts'
import type { SeenBlock } from '../../chain/rows/blocks.ts'
import type { ContractLog } from '../../chain/rows/contract-logs.ts'

type LogPosition = Pick<RawLog, 'blockNumber' | 'blockHash' | 'logIndex'>

/** Leaves out events that storing would not change. `behind`: the blocks that are read again. */
export async function leaveOutStoredEvents(
  pool: Pool,
  blockchain: string,
  events: ContractLog[],
  behind: SeenBlock[],
): Promise<ContractLog[]> {
  const isAgain = inHeldBlocks(behind)
  const hashes = [...new Set(events.filter(isAgain).map(({ blockHash }) => blockHash))]
  if (!hashes.length) return events
  const { rows } = await pool.query<{ place: string }>({
    name: 'chain-stored-events',
    text: `select block_hash || '/' || log_index as place from chain_log
      where blockchain = $1 and block_hash = any($2) and status in ('Seen', 'Credited')`,
    values: [blockchain, hashes],
  })
  const stored = new Set(rows.map(({ place }) => place))
  return events.filter((event) => !isAgain(event) || !stored.has(placeOf(event)))
}

type DepositPosition = LogPosition & { paymentId: string; token: string }

/**
 * The same of transfers and sweeps, each with the payment that it is of. A log of another token than the stored one's is
 * not left out: the payment's own takes the place of what is only shown.
 */
export async function leaveOutStoredDeposits<Log extends DepositPosition>(
  pool: Pool,
  blockchain: string,
  logs: Log[],
  behind: SeenBlock[],
): Promise<Log[]> {
  const isAgain = inHeldBlocks(behind)
  const hashes = [...new Set(logs.filter(isAgain).map(({ blockHash }) => blockHash))]
  if (!hashes.length) return logs
  const { rows } = await pool.query<{ place: string }>({
    name: 'deposits-stored',
    text: `select concat_ws('/', block_hash, log_index, payment_id, token) as place from deposit_log
      where blockchain = $1 and block_hash = any($2) and status in ('Seen', 'Reported', 'Confirmed')`,
    values: [blockchain, hashes],
  })
  const stored = new Set(rows.map(({ place }) => place))
  return logs.filter(
    (log) => !isAgain(log) || !stored.has(`${placeOf(log)}/${log.paymentId}/${log.token}`),
  )
}

/** Only in the very block that is held: one of another hash shows that the chain has moved. */
const inHeldBlocks = (behind: SeenBlock[]) => {
  const held = new Map(behind.map(({ number, hash }) => [number, hash]))
  return ({ blockNumber, blockHash }: LogPosition) => held.get(blockNumber) === blockHash
}

const placeOf = ({ blockHash, logIndex }: LogPosition): string => `${blockHash}/${logIndex}`
