/**
 * Tells subscriptions what happened to their contracts, once it is deep enough, and takes it back
 * when a reorganisation has removed it. A log and what was told of it change in one commit.
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
import {
  findSubscriptions,
  fundsQuestionOf,
  type KnownSubscription,
} from '../chain/subscriptions.ts'
import type { ChainDependencies } from '../chain/dependencies.ts'

const factsAtOnceMax = 500

/** How many were told something, and whether others wait until they have heard what is on its way. */
export type Credited = { cursor: Cursor; count: number; isMoreWaiting: boolean }

/** Tells one fact to each contract that has one; takes back only on a chain that the nodes agree on. */
export async function creditLogs(
  dependencies: ChainDependencies,
  node: Client,
  { cursor, findCommonBlock }: Agreed,
): Promise<Credited> {
  const { database, chain } = dependencies
  const next = await findCreditableLogs(database.pool, chain.name, factsAtOnceMax)
  const { facts, isMoreWaiting } = next
  const isSettled = facts.length > 0 && (await findCommonBlock()) !== null
  if (!isSettled) return { cursor, count: 0, isMoreWaiting }
  const messages = await compose(dependencies, node, cursor, facts)
  const held = await commitStep(dependencies, cursor, {
    messages,
    write: (client) => markCredited(client, chain.name, facts),
  })
  return { cursor: held, count: facts.length, isMoreWaiting }
}

/** The id carries the cursor's revision: a block that left and came back is told again. */
async function compose(
  { database, chain }: ChainDependencies,
  node: Client,
  { revision }: Cursor,
  facts: CreditableLog[],
): Promise<Message[]> {
  const addresses = facts.map(({ contractAddress }) => contractAddress)
  const known = await findSubscriptions(database.pool, addresses)
  const subscriptions = facts.map((fact) => known.get(fact.contractAddress)!)
  const { funds } = await readFunds(node, subscriptions.map(fundsQuestionOf))
  return Promise.all(
    facts.map(async (fact, index) => ({
      id: `${chain.name}/${fact.blockHash}/${fact.logIndex}/${revision}`,
      kind: 'subscription' as const,
      entityId: fact.contractAddress,
      merchantId: fact.merchantId,
      network: fact.network,
      event:
        fact.status === 'Retracting'
          ? await retraction(database.pool, fact, subscriptions[index]!, funds[index]!.allowance)
          : announcement(fact, funds[index]!.allowance),
      cause: { type: 'transaction' as const, hash: fact.transactionHash, blockchain: chain.name },
    })),
  )
}

function announcement(fact: CreditableLog, allowance: bigint): Message['event'] {
  const position = positionOf(fact.blockNumber, fact.logIndex)
  switch (fact.event) {
    case 'Charged':
      return {
        type: 'chain.charged',
        period: fact.args.period,
        nextChargeAt: toMoment(fact.laterDue ?? fact.args.nextDue),
        chargedAt: fact.blockTime.toISOString(),
        allowance: String(allowance),
        transactionHash: fact.transactionHash,
        position,
      }
    case 'Frozen':
      return {
        type: 'chain.frozen',
        by: fact.args.by,
        operatorUntil: fact.args.operatorUntil === 0 ? null : toMoment(fact.args.operatorUntil),
        position,
      }
    case 'Unfrozen':
      return { type: 'chain.unfrozen', nextChargeAt: toMoment(fact.args.nextDue), position }
    case 'Cancelled':
      return { type: 'chain.cancelled', by: fact.args.by, position }
  }
}

async function retraction(
  pool: ChainDependencies['database']['pool'],
  fact: CreditableLog,
  subscription: KnownSubscription,
  allowance: bigint,
): Promise<Message['event']> {
  const { nextDue, frozenBy } = await loadStateBefore(pool, subscription.blockchain, fact)
  const nextChargeAt = nextDue === null ? subscription.startFrom : toMoment(nextDue)
  return fact.event === 'Charged'
    ? {
        type: 'chain.chargeReorged',
        period: fact.args.period,
        nextChargeAt,
        allowance: String(allowance),
      }
    : { type: 'chain.controlReorged', nextChargeAt, frozenBy }
}

const toMoment = (unixSeconds: number): string => new Date(unixSeconds * 1000).toISOString()
