/**
 * Connects to each chain: one client reads with failover, and one for each node is for what
 * must reach a particular one. Nothing is cached: a block number that is seconds old would be
 * believed.
 */
import { type Client, createClient, defineChain, type Hex } from 'viem'
import { getChainId, sendRawTransaction } from 'viem/actions'
import type { ChainDirectory, DeployedChain } from '../shared/chain-directory.ts'
import type { ChainSettings } from '../shared/chains.ts'
import { RetryableError } from '../shared/errors.ts'
import { isLimitedByNode, isNoAnswer, sendMethod } from './rpc/complaints.ts'
import { UnreadableAnswer } from './rpc/post.ts'
import { RpcNode } from './rpc/rpc-node.ts'
import { createFailover, createNodeTransport } from './rpc/rpc-failover.ts'

/** The settings with which a chain can be reached, deployed or not. */
export type Reachable = Pick<ChainSettings, 'name' | 'chainId' | 'rpcUrls' | 'nativeSymbol'> &
  Partial<Pick<ChainSettings, 'assets' | 'logRangeMax'>>

export type Connection = {
  /** Reads, from whichever node answers. */
  reader: Client
  /** The nodes one by one, in the order of the chains file. */
  nodes: Client[]
  /** The same nodes, with their limits as learnt so far and their last errors. */
  rpcNodes: readonly RpcNode[]
}
export type ConnectedChain = DeployedChain & Connection
export type ConnectedChains = ReadonlyMap<string, ConnectedChain>

/** Connects to one chain; no node is asked yet. */
export function connectChain(chain: Reachable): Connection {
  const addresses = (chain.assets ?? []).flatMap(({ address, loggedBy }) => [
    ...(address ? [address] : []),
    ...loggedBy,
  ])
  const { name: blockchain, logRangeMax } = chain
  const isOneOfSeveral = chain.rpcUrls.length > 1
  const options = {
    blockchain,
    addresses,
    isOneOfSeveral,
    ...(logRangeMax !== undefined && { logRangeMax }),
  }
  const rpcNodes = chain.rpcUrls.map((address) => new RpcNode(address, options))
  const settings = { chain: toViemChain(chain, rpcNodes), cacheTime: 0 }
  return {
    reader: createClient({ ...settings, transport: createFailover(rpcNodes) }),
    nodes: rpcNodes.map((node) =>
      createClient({ ...settings, transport: createNodeTransport(node) }),
    ),
    rpcNodes,
  }
}

/** Connects every chain of the directory, by name, and each that arrives later. */
export function connectAll(directory: ChainDirectory): ConnectedChains {
  const connected = new Map(
    directory.chains.map((chain) => [chain.name, { ...chain, ...connectChain(chain) }]),
  )
  directory.onArrival((chain) => connected.set(chain.name, { ...chain, ...connectChain(chain) }))
  return connected
}

/** Finds a chain by name; throws where it is not in the chains file, or was not reachable so far. */
export function chainOf(chains: ConnectedChains, name: string): ConnectedChain {
  const chain = chains.get(name)
  if (!chain) throw new Error(`the chain ${name} is not in the chains file, or not reachable yet`)
  return chain
}

/**
 * Asks every node which chain it serves.
 *
 * @throws when one serves another chain than the chains file says, when none answers, or when there is none
 */
export async function verifyChainId(
  { name, chainId }: Pick<Reachable, 'name' | 'chainId'>,
  { nodes, rpcNodes }: Pick<Connection, 'nodes' | 'rpcNodes'>,
): Promise<void> {
  if (nodes.length === 0)
    throw new Error(
      `${name} has no address of a node: name those of a running service, as rpcUrls in CHAINS_FILE`,
    )
  const answers = await Promise.allSettled(nodes.map((node) => getChainId(node)))
  for (const [index, answer] of answers.entries())
    if (answer.status === 'fulfilled' && answer.value !== chainId)
      throw new Error(
        `${rpcNodes[index]!.name} serves chain ${answer.value}, but the chains file says that ${name} is ${chainId}`,
      )
  if (!answers.some(({ status }) => status === 'fulfilled'))
    throw new RetryableError(`no RPC node of ${name} answers: ${rpcNodes.map(describe).join('; ')}`)
}

const describe = ({ name, lastError }: RpcNode): string =>
  lastError ? `${name} (${lastError.text})` : name

/**
 * Counts the nodes that took the bytes of a transaction, and lists the errors of those that refused them, and of those
 * that say that they are asked too often.
 */
export type Broadcast = { accepted: number; refusals: unknown[]; limits: unknown[] }

/** Sends the same bytes to every node. */
export async function broadcastTransaction(
  nodes: Client[],
  serializedTransaction: Hex,
): Promise<Broadcast> {
  const answers = await Promise.allSettled(
    nodes.map((node) => sendRawTransaction(node, { serializedTransaction })),
  )
  const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  return {
    accepted: answers.length - errors.length,
    // A node that answers what cannot be read may have taken the bytes: it says so the next time.
    refusals: errors.filter(
      (error) => error instanceof UnreadableAnswer || !isNoAnswer(error, sendMethod),
    ),
    limits: errors.filter(isLimitedByNode),
  }
}

const toViemChain = ({ name, chainId, nativeSymbol }: Reachable, nodes: readonly RpcNode[]) =>
  defineChain({
    id: chainId,
    name,
    nativeCurrency: { name: nativeSymbol, symbol: nativeSymbol, decimals: 18 },
    rpcUrls: { default: { http: nodes.map((node) => node.name) } },
  })
