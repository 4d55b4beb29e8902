/**
 * Adopts a subscription that was made after the backup that the database goes on from, and whose contract is deployed.
 * The contract's address commits to its terms and to the id in its creation's event, so one node's word is enough for
 * both. What was charged, paused or cancelled is read again by the watcher's round over contracts, as nodes agree on it.
 */
import { type Address, type Client, pad, toEventSelector } from 'viem'
import { readContract } from 'viem/actions'
import type { SubscriptionInput } from '../../../machines/subscription/subscription.events.ts'
import { subscriptionAbi } from '../../chain/abi/subscription.ts'
import { readHeader } from '../../chain/blocks.ts'
import { readFromChain } from '../../chain/chain-errors.ts'
import { findDeployment } from '../../chain/deployments/deployment-store.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { predictContractAddress, type Terms } from '../../shared/addresses/contract-address.ts'
import { bytes32ToId, momentOfId } from '../../shared/ids.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../../store/database.ts'
import { readLogsInPieces } from '../logs/log-pieces.ts'
import { readFactoryEvent } from '../logs/contract-logs.ts'
import { createAdopted } from './creation.ts'

type Dependencies = Pick<ChainDependencies, 'database' | 'chain'>

/** The chain does not know these. */
export type LostSubscription = {
  contractAddress: Address
  customerId: string
  /** Null: the merchant's only plan with these terms. */
  planId: string | null
  metadata: string | null
}

export const deployedTopic = toEventSelector(
  'event Deployed(address indexed subscription, bytes32 indexed id)',
)

/** Returns whether it was not known before. @throws where the chain or the database does not bear out what is told */
export async function adoptSubscription(
  dependencies: Dependencies,
  lost: LostSubscription,
): Promise<{ isNew: boolean; input: SubscriptionInput }> {
  const { database, chain } = dependencies
  const { id, block } = await findCreation(dependencies, lost.contractAddress)
  const terms = await readTerms(dependencies, lost.contractAddress)
  if (predictContractAddress(chain, terms, id) !== lost.contractAddress)
    throw new Error(`${lost.contractAddress} is no subscription of the factory of ${chain.name}`)
  const owner = await findOwner(dependencies, terms)
  if (!owner)
    throw new Error(
      `no merchant has the gas wallet ${terms.operator}: it is a subscription of another service, or its merchant was made after the backup`,
    )
  const input = await toInput(dependencies, lost, owner, bytes32ToId(id), terms)
  const entityId = input.contractAddress
  const actor = { kind: 'subscription', entityId, ...owner, input } as const
  const isNew = await createAdopted(database, actor)
  await searchFrom(database.pool, chain.name, input, block)
  return { isNew, input }
}

async function findCreation({ database, chain }: Dependencies, contract: Address) {
  const deployment = await findDeployment(database, chain.name)
  const node = chain.nodes[0]!
  const filter = { address: chain.factory, topics: [deployedTopic, pad(contract)] }
  const range = { from: deployment?.fromBlock ?? 0, to: await readHeadNumber(node) }
  const [log] = await readLogsInPieces(node, filter, range)
  const read = log && readFactoryEvent(log)
  if (read?.eventName === 'Deployed') return { id: read.args.id, block: log!.blockNumber }
  throw new Error(
    `the factory of ${chain.name} has not created ${contract} up to block ${range.to}: a subscription that was never charged is made anew by its merchant`,
  )
}

export async function readHeadNumber(node: Client): Promise<number> {
  const head = await readHeader(node, 'latest')
  if (head) return head.number
  throw new Error('the node gives no block')
}

export const readTerms = ({ chain }: Pick<Dependencies, 'chain'>, address: Address) =>
  readFromChain(async (): Promise<Terms> => {
    const contract = { address, abi: subscriptionAbi, functionName: 'terms' } as const
    return readContract(chain.reader, contract)
  })

/** Finds the merchant by the gas wallet, which is no other's. */
export async function findOwner(
  { database, chain }: Dependencies,
  { operator }: Pick<Terms, 'operator'>,
): Promise<Owner | null> {
  const { rows } = await database.pool.query<Owner>(
    `select merchant_id as "merchantId", network from gas_wallet where blockchain = $1 and address = $2`,
    [chain.name, operator],
  )
  return rows[0] ?? null
}

async function toInput(
  { database, chain }: Dependencies,
  lost: LostSubscription,
  owner: Owner,
  id: string,
  terms: Terms,
): Promise<SubscriptionInput> {
  const asset = chain.assets.find(({ address }) => address === terms.token)
  if (!asset) throw new Error(`the token ${terms.token} is no asset of ${chain.name}`)
  const { periodDays, maxPeriods, graceDays, payer, operator } = terms
  const amount = String(terms.amount)
  const asked = { asset: asset.code, amount, periodDays, graceDays }
  return {
    contractAddress: lost.contractAddress,
    id,
    ...owner,
    planId: await findPlan(database.pool, owner, lost.planId, asked),
    customerId: lost.customerId,
    metadata: lost.metadata,
    blockchain: chain.name,
    asset: asset.code,
    decimals: asset.decimals,
    token: terms.token,
    receiver: terms.merchant,
    payer,
    operator,
    amount,
    startFrom: toIso(terms.start),
    periodDays,
    maxPeriods,
    graceDays,
    activateUntil: toIso(terms.activateUntil),
    createdAt: momentOfId(id).toISOString(),
  }
}

const toIso = (unixSeconds: number): string => new Date(unixSeconds * 1000).toISOString()

/** Finds the one plan that fits; a plan whose terms were changed since has to be named. */
async function findPlan(
  pool: Database['pool'],
  { merchantId, network }: Owner,
  planId: string | null,
  asked: object,
): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from plan where merchant_id = $1 and network = $2
       and (id = $3 or ($3::text is null and snapshot->'context' @> $4::jsonb))`,
    [merchantId, network, planId, JSON.stringify(asked)],
  )
  if (rows.length === 1) return rows[0]!.id
  const found = rows.map(({ id }) => id).join(', ') || 'none'
  throw new Error(`plans of the merchant that fit: ${found}; name one by --plan`)
}

/** Lets the round over contracts look at this one next, and search its logs from its creation on. */
async function searchFrom(
  pool: Database['pool'],
  blockchain: string,
  { contractAddress }: SubscriptionInput,
  block: number,
): Promise<void> {
  await pool.query(
    `with adopted as materialized (select id, created_at from subscription where id = $1)
     insert into contract_watch (contract_address, blockchain, created_at, known_at, check_at, checked_at)
     select id, $2, created_at, $3, now(), now() from adopted
     on conflict (contract_address) do update
       set known_at = least(contract_watch.known_at, $3), read_up_to = null, check_at = excluded.check_at`,
    [contractAddress, blockchain, block - 1],
  )
}
