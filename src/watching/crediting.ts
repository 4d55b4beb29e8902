/**
 * Reports to subscriptions what happened to their contracts, once it is deep enough, and takes it
 * back when a reorganisation has removed it. A log's status and the report of it change in one
 * commit.
 */
import type { Client } from 'viem'
import type { Message } from '../shared/message.ts'
import type { Agreed } from './agreement/agree.ts'
import {
  findCreditableLogs,
  markCredited,
  type CreditableLog,
  loadStateBefore,
} from './credit-store.ts'
import type { Cursor } from '../chain/cursor.ts'
import { commitStep } from './step.ts'
import { positionOf, readFunds } from '../chain/funds.ts'
import { recordPayerFunds } from '../chain/payer-funds.ts'
import {
  findSubscriptions,
  fundsQuestionOf,
  type KnownSubscription,
} from '../chain/subscriptions.ts'
import type { ChainDependencies } from '../chain/dependencies.ts'

const logsAtOnceMax = 500
/**
 * Rounds of one poll: a distant node takes longer for a poll than for the logs of a round. With 300 ms before each answer
 * 1,000 first charges took 34 s, and 12 s since all that does not depend on an answer is asked side by side.
 */
const roundsMax = 10

/**
 * `count`: how many reports were made. `isMoreWaiting`: more can follow once those on their way are
 * taken.
 */
export type Credited = { cursor: Cursor; count: number; isMoreWaiting: boolean }

/** Reports the next log of each contract that has one, while the nodes agree on a block. */
export async function creditLogs(
  dependencies: ChainDependencies,
  node: Client,
  { cursor: start, findCommonBlock }: Agreed,
): Promise<Credited> {
  let cursor = start
  let count = 0
  for (let round = 0; round < roundsMax; round++) {
    const some = await creditSome(dependencies, node, { cursor, findCommonBlock })
    cursor = some.cursor
    count += some.count
    if (some.count < logsAtOnceMax) return { cursor, count, isMoreWaiting: some.isMoreWaiting }
  }
  return { cursor, count, isMoreWaiting: true }
}

async function creditSome(
  dependencies: ChainDependencies,
  node: Client,
  { cursor, findCommonBlock }: Agreed,
): Promise<Credited> {
  const { database, chain } = dependencies
  const next = await findCreditableLogs(database.pool, chain.name, logsAtOnceMax)
  const { logs, isMoreWaiting } = next
  const hasCommonBlock = logs.length > 0 && (await findCommonBlock()) !== null
  if (!hasCommonBlock) return { cursor, count: 0, isMoreWaiting }
  const messages = await composeMessages(dependencies, node, cursor, logs)
  const held = await commitStep(dependencies, cursor, {
    messages,
    write: (client) => markCredited(client, chain.name, logs),
  })
  return { cursor: held, count: logs.length, isMoreWaiting }
}

/** The id carries the cursor's revision, so that a block that left and came back is reported again. */
async function composeMessages(
  { database, chain }: ChainDependencies,
  node: Client,
  { revision, blockNumber }: Cursor,
  logs: CreditableLog[],
): Promise<Message[]> {
  const addresses = logs.map(({ contractAddress }) => contractAddress)
  const known = await findSubscriptions(database.pool, addresses)
  const subscriptions = logs.map((log) => known.get(log.contractAddress)!)
  const questions = subscriptions.map(fundsQuestionOf)
  const seen = await readFunds(node, questions, BigInt(blockNumber))
  const { funds } = seen
  await recordPayerFunds(database.pool, chain.name, questions, seen)
  return Promise.all(
    logs.map(async (log, index) => ({
      id: `${chain.name}/${log.blockHash}/${log.logIndex}/${revision}`,
      kind: 'subscription' as const,
      entityId: log.contractAddress,
      merchantId: log.merchantId,
      network: log.network,
      event:
        log.status === 'Retracting'
          ? await toRetractionEvent(
              database.pool,
              log,
              subscriptions[index]!,
              funds[index]!.allowance,
            )
          : toCreditEvent(log, funds[index]!.allowance),
      cause: {
        type: 'transaction' as const,
        hash: log.transactionHash,
        blockchain: chain.name,
        block: { hash: log.blockHash, minedAt: log.blockTime.toISOString() },
      },
    })),
  )
}

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

async function toRetractionEvent(
  pool: ChainDependencies['database']['pool'],
  log: CreditableLog,
  subscription: KnownSubscription,
  allowance: bigint,
): Promise<Message['event']> {
  const { nextDue, frozenBy } = await loadStateBefore(pool, subscription.blockchain, log)
  const nextChargeAt = nextDue === null ? subscription.startFrom : toMomentFromSeconds(nextDue)
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
