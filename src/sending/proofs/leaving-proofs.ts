/**
 * Makes proofs of leaving on request, because only this role opens gas keys. The signed terms are read here: from the
 * log of the cancellation, which nodes have agreed on, and from the contract as it stands now.
 */
import type { Pool } from 'pg'
import type { Address, Client, Hash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getBlock } from 'viem/actions'
import { z } from 'zod'
import { findGivenByEnough } from '../../chain/agreement/find-agreed.ts'
import { askEachHost } from '../../chain/agreement/ask-each-host.ts'
import { readFromChain } from '../../chain/chain-errors.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import { readContractStates } from '../../chain/contract-state.ts'
import { loadCursor } from '../../chain/rows/cursor.ts'
import { readFunds } from '../../chain/funds.ts'
import {
  findSubscriptions,
  fundsQuestionOf,
  type KnownSubscription,
  saltIdOf,
  termsOf,
} from '../../chain/rows/subscriptions.ts'
import { RetryableError } from '../../shared/errors.ts'
import {
  LeavingProof,
  type LeavingStatement,
  typedProofOf,
} from '../../shared/proofs/leaving-proof.ts'
import type { SendingDependencies } from '../dependencies.ts'
import { KeptProofs } from './kept-proofs.ts'

const Question = z.object({ contractAddress: z.string() })

type LeavingProofDependencies = Pick<
  SendingDependencies,
  'database' | 'bus' | 'chains' | 'openGasKey'
>
/** Null: the contract is not cancelled on its chain, as far as that was read. */
type ProofAnswer = { proof: LeavingProof | null }
type Cancelled = { blockNumber: number; blockHash: Hash; at: number; transactionHash: Hash }
type Reading = { hash: Hash; timestamp: number; isCancelled: boolean; allowance: string }

export function serveLeavingProofs(dependencies: LeavingProofDependencies): {
  stop(): Promise<void>
} {
  const kept = new KeptProofs()
  return dependencies.bus.serveProofs((body) =>
    answerProof(dependencies, kept, Question.parse(body)),
  )
}

async function answerProof(
  dependencies: LeavingProofDependencies,
  kept: KeptProofs,
  { contractAddress }: z.infer<typeof Question>,
): Promise<ProofAnswer> {
  const { database, chains } = dependencies
  const [subscription] = (await findSubscriptions(database.pool, [contractAddress])).values()
  const chain = subscription && chains.get(subscription.blockchain)
  if (!chain) throw new Error(`${contractAddress} is no subscription of a chain that is served`)
  const cancelled = await findCancelled(database.pool, subscription)
  if (!cancelled) return { proof: null }
  const make = () => makeProof(dependencies, chain, subscription, cancelled)
  return { proof: await kept.take(contractAddress, cancelled.blockHash, make) }
}

async function makeProof(
  { database, openGasKey }: LeavingProofDependencies,
  chain: ConnectedChain,
  subscription: KnownSubscription,
  cancelled: Cancelled,
): Promise<LeavingProof | null> {
  const statement = await state(database.pool, chain, subscription, cancelled)
  if (!statement) return null
  const { merchantId, network, contractAddress } = subscription
  const account = privateKeyToAccount(await openGasKey(merchantId, network, chain.name))
  if (account.address !== subscription.operator)
    throw new Error(`the gas wallet ${account.address} is not the operator of ${contractAddress}`)
  const signature = await account.signTypedData(typedProofOf(statement))
  return LeavingProof.parse({ type: 'MandateLeavingProof', version: 1, statement, signature })
}

/** Finds the cancellation that was credited: enough nodes have reported it, deep enough. */
async function findCancelled(
  pool: Pool,
  { blockchain, contractAddress }: KnownSubscription,
): Promise<Cancelled | null> {
  const { rows } = await pool.query<Cancelled>({
    name: 'cancelled-log',
    text: `select block_number::int as "blockNumber", block_hash as "blockHash",
        floor(extract(epoch from block_time))::int as at, transaction_hash as "transactionHash"
      from chain_log where blockchain = $1 and contract_address = $2 and event = 'Cancelled'
        and status = 'Credited'
      order by block_number desc limit 1`,
    values: [blockchain, contractAddress],
  })
  return rows[0] ?? null
}

/** States what enough nodes say as of the last block that was read; null where the contract is not cancelled there. */
async function state(
  pool: Pool,
  chain: ConnectedChain,
  subscription: KnownSubscription,
  cancelled: Cancelled,
): Promise<LeavingStatement | null> {
  const cursor = await loadCursor(pool, chain.name)
  if (!cursor) throw new RetryableError(`nothing of ${chain.name} was read yet`)
  const byHost = await askEachHost(chain, (node) => read(node, subscription, cursor.blockNumber))
  const readings = byHost.map(({ answer }) => answer)
  const agreed = findGivenByEnough(readings, chain.nodesToAgree, (one) => JSON.stringify(one))
  if (!agreed) throw new RetryableError(`nodes of ${chain.name} do not agree on the contract`)
  if (!agreed.isCancelled) return null
  const { amount, ...terms } = termsOf(subscription)
  return {
    chainId: chain.chainId,
    contractAddress: subscription.contractAddress as Address,
    factory: chain.factory,
    implementation: chain.implementation,
    id: saltIdOf(subscription),
    ...terms,
    amount: String(amount),
    cancelledAt: cancelled.at,
    cancelledInBlock: cancelled.blockNumber,
    cancelledInBlockHash: cancelled.blockHash,
    cancelledByTransaction: cancelled.transactionHash,
    allowance: agreed.allowance,
    readInBlock: cursor.blockNumber,
    readInBlockHash: agreed.hash,
    readAt: agreed.timestamp,
  }
}

async function read(
  node: Client,
  subscription: KnownSubscription,
  atBlock: number,
): Promise<Reading> {
  const blockNumber = BigInt(atBlock)
  const [block, [contract], { funds }] = await Promise.all([
    readFromChain(() => getBlock(node, { blockNumber })),
    readContractStates(node, [subscription.contractAddress as Address], blockNumber),
    readFunds(node, [fundsQuestionOf(subscription)], blockNumber),
  ])
  return {
    hash: block.hash,
    timestamp: Number(block.timestamp),
    isCancelled: contract?.isCancelled === true,
    allowance: String(funds[0]!.allowance),
  }
}
