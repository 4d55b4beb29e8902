/**
 * Reports to subscriptions what happened to their contracts, once nodes agree on it, and takes it back when they agree
 * that a reorganisation has removed it. A log's status and the report of it change in one commit.
 */
import { markCredited } from '../chain/rows/contract-logs.ts'
import type { CreditableLog, StateBefore } from '../chain/rows/creditable-logs.ts'
import type { Cursor } from '../chain/rows/cursor.ts'
import { positionOf } from '../chain/rows/position.ts'
import type { Message } from '../shared/message.ts'
import type { Reporting } from './reporting.ts'
import { commitStep } from './step.ts'

/** `allowances`: what the payers of the logs' contracts allow, in the logs' order. Returns where the cursor is then. */
export function reportLogs(
  reporting: Reporting,
  cursor: Cursor,
  logs: CreditableLog[],
  allowances: readonly bigint[],
): Promise<Cursor> {
  const blockchain = reporting.chain.name
  return commitStep(reporting, cursor, {
    messages: logs.map((log, index) =>
      toLogMessage(blockchain, cursor.revision, log, allowances[index]!),
    ),
    write: (client) => markCredited(client, blockchain, logs),
  })
}

/** The id carries the cursor's revision, so that a block that left and came back is reported again. */
export const toLogMessage = (
  blockchain: string,
  revision: number,
  log: CreditableLog,
  allowance: bigint,
): Message => ({
  id: `${blockchain}/${log.blockHash}/${log.logIndex}/${revision}`,
  kind: 'subscription',
  entityId: log.contractAddress,
  merchantId: log.merchantId,
  network: log.network,
  event: log.before ? toRetractionEvent(log, log.before, allowance) : toCreditEvent(log, allowance),
  cause: {
    type: 'transaction',
    hash: log.transactionHash,
    blockchain,
    block: { hash: log.blockHash, minedAt: log.blockTime.toISOString() },
  },
})

function toCreditEvent(log: CreditableLog, allowance: bigint): Message['event'] {
  const position = positionOf(log.blockNumber, log.logIndex)
  switch (log.event) {
    case 'Charged':
      return {
        type: 'chain.charged',
        period: log.args.period,
        nextChargeAt: toMomentFromSeconds(log.laterDue ?? log.args.nextDue),
        chargedAt: log.blockTime.toISOString(),
        allowance: String(allowance),
        transactionHash: log.transactionHash,
        position,
      }
    case 'Frozen':
      return {
        type: 'chain.frozen',
        by: log.args.by,
        operatorUntil:
          log.args.operatorUntil === 0 ? null : toMomentFromSeconds(log.args.operatorUntil),
        position,
      }
    case 'Unfrozen':
      return {
        type: 'chain.unfrozen',
        nextChargeAt: toMomentFromSeconds(log.args.nextDue),
        position,
      }
    case 'Cancelled':
      return { type: 'chain.cancelled', by: log.args.by, position }
  }
}

function toRetractionEvent(
  log: CreditableLog,
  { nextDue, frozenBy }: StateBefore,
  allowance: bigint,
): Message['event'] {
  const nextChargeAt = nextDue === null ? log.startFrom : toMomentFromSeconds(nextDue)
  return log.event === 'Charged'
    ? {
        type: 'chain.chargeReorged',
        period: log.args.period,
        nextChargeAt,
        allowance: String(allowance),
      }
    : { type: 'chain.controlReorged', nextChargeAt, frozenBy }
}

const toMomentFromSeconds = (unixSeconds: number): string =>
  new Date(unixSeconds * 1000).toISOString()
