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
import { searchContractFrom } from '../../chain/rows/watched-contracts.ts'
import { findDeployment } from '../../chain/deployments/deployment-store.ts'
import { predictContractAddress, type Terms } from '../../shared/addresses/contract-address.ts'
import { momentOfId } from '../../shared/ids.ts'
import type { Owner } from '../../shared/owner.ts'
import { readLogsInPieces } from '../../reader/logs/log-pieces.ts'
import { readFactoryEvent } from '../../reader/logs/contract-logs.ts'
import { createAdopted } from './creation.ts'
import { judgeClaim, type Judged } from './judge-claim.ts'
import type { AdoptingDependencies } from './judge-claim.ts'

/** The chain does not know these. */
export type LostSubscription = {
  contractAddress: Address
  customerId: string
  /** Null: the merchant's only plan with these terms; a name says which of several. */
  planId: string | null
  metadata: string | null
}

export const deployedTopic = toEventSelector(
  'event Deployed(address indexed subscription, bytes32 indexed id)',
)

/**
 * Returns whether it was not known before.
 *
 * @throws where the chain or the database does not bear out what is told, or the contract is none that this service made
 */
export async function adoptSubscription(
  dependencies: AdoptingDependencies,
  lost: LostSubscription,
): Promise<{ isNew: boolean; input: SubscriptionInput }> {
  const { database, chain } = dependencies
  const { contractAddress } = lost
  const { id, block } = await findCreation(dependencies, contractAddress)
  const terms = await readTerms(dependencies, contractAddress)
  if (predictContractAddress(chain, terms, id) !== contractAddress)
    throw new Error(`${contractAddress} is no subscription of the factory of ${chain.name}`)
  const owner = await findOwner(dependencies, terms)
  if (!owner)
    throw new Error(
      `no merchant has the gas wallet ${terms.operator}: it is a subscription of another service, or its merchant was made after the backup`,
    )
  const createdIn = await readBlock(dependencies, block)
  const judged = await judgeClaim(dependencies, { owner, terms, id, createdIn })
  if (!judged.isOurs)
    throw new Error(
      `${contractAddress} names the gas wallet of merchant ${owner.merchantId}, and is not yours: ${judged.why}`,
    )
  const input = toInput(chain, { lost, owner, terms, judged })
  const entityId = input.contractAddress
  const actor = { kind: 'subscription', entityId, ...owner, input } as const
  const isNew = await createAdopted(database, actor)
  await searchContractFrom(database.pool, chain.name, input.contractAddress, block)
  return { isNew, input }
}

async function findCreation({ database, chain }: AdoptingDependencies, contract: Address) {
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

/** Returns the block's number and time. */
export async function readBlock({ chain }: Pick<AdoptingDependencies, 'chain'>, number: number) {
  const header = await readHeader(chain.nodes[0]!, number)
  if (header) return header
  throw new Error(`the node does not give block ${number}`)
}

export const readTerms = ({ chain }: Pick<AdoptingDependencies, 'chain'>, address: Address) =>
  readFromChain(async (): Promise<Terms> => {
    const contract = { address, abi: subscriptionAbi, functionName: 'terms' } as const
    return readContract(chain.reader, contract)
  })

/** Finds the merchant whose gas wallet the terms name, which is no other's; anybody may name it. */
export async function findOwner(
  { database, chain }: AdoptingDependencies,
  { operator }: Pick<Terms, 'operator'>,
): Promise<Owner | null> {
  const { rows } = await database.pool.query<Owner>(
    `select merchant_id as "merchantId", network from gas_wallet where blockchain = $1 and address = $2`,
    [chain.name, operator],
  )
  return rows[0] ?? null
}

type Adopted = {
  lost: LostSubscription
  owner: Owner
  terms: Terms
  judged: Extract<Judged, { isOurs: true }>
}

function toInput(
  chain: AdoptingDependencies['chain'],
  { lost, owner, terms, judged: { id, asset, plans } }: Adopted,
): SubscriptionInput {
  const { periodDays, maxPeriods, graceDays, payer, operator } = terms
  return {
    contractAddress: lost.contractAddress,
    id,
    ...owner,
    planId: pickPlan(plans, lost.planId),
    customerId: lost.customerId,
    metadata: lost.metadata,
    blockchain: chain.name,
    asset: asset.code,
    decimals: asset.decimals,
    token: terms.token,
    receiver: terms.merchant,
    payer,
    operator,
    amount: String(terms.amount),
    startFrom: toIso(terms.start),
    periodDays,
    maxPeriods,
    graceDays,
    activateUntil: toIso(terms.activateUntil),
    createdAt: momentOfId(id).toISOString(),
  }
}

const toIso = (unixSeconds: number): string => new Date(unixSeconds * 1000).toISOString()

/** Picks the plan that is named, among those that fit, or the only one. */
function pickPlan(plans: string[], planId: string | null): string {
  const [first, ...others] = planId === null ? plans : plans.filter((id) => id === planId)
  if (first && !others.length) return first
  throw new Error(
    `plans of the merchant that have the contract's terms: ${plans.join(', ')}; name one of them by --plan`,
  )
}
