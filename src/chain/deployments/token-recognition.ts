/**
 * Verifies that the tokens on a chain are what the chains file says. Money is counted by its decimals
 * and nothing else: a 6 written for 18 makes a billionth count as a thousand. So the token's own
 * decimals and symbol are compared at start, on every node that answers.
 */
import { type Address, type Client, hexToString, parseAbi } from 'viem'
import { multicall } from 'viem/actions'
import type { ChainSettings } from '../../shared/chains.ts'
import { chunksOf } from '../../shared/chunks-of.ts'
import { readFromChain, RpcUnavailable } from '../chain-errors.ts'
import { hasCode } from '../contract-state.ts'
import type { Deployment } from './deployment-store.ts'
import { batchSizeFor } from '../multicall-size.ts'
import { isNodeFailure } from '../rpc/complaints.ts'
import { verifyOnNodes } from './verify-on-nodes.ts'

type Asset = ChainSettings['assets'][number]
type Metadata = { decimals: bigint | undefined; symbol: string | undefined }

const decimalsAbi = parseAbi(['function decimals() view returns (uint256)'])
const symbolAbi = parseAbi(['function symbol() view returns (string)'])
/** The form of MKR and other tokens of its time. */
const oldSymbolAbi = parseAbi(['function symbol() view returns (bytes32)'])

const selectorBytes = 4
const tokensAtOnceMax = 30

/**
 * Compares every token of a chain, and what logs its transfers, with the chains file.
 *
 * @throws where one differs, or has no code; `RetryableError` where too few nodes answer
 */
export const verifyTokens = (
  chain: ChainSettings,
  nodes: Client[],
  { tokens }: Pick<Deployment, 'tokens'>,
  hostsMin: number,
): Promise<void> =>
  verifyOnNodes(chain, nodes, hostsMin, 'the tokens', (node) =>
    findDifference(node, chain.assets, tokens),
  )

async function findDifference(
  node: Client,
  assets: Asset[],
  tokens: Deployment['tokens'],
): Promise<string | null> {
  for (const some of chunksOf(assets, tokensAtOnceMax)) {
    const addresses = some.map(({ code }) => tokens[code]!)
    const metadata = await readMetadata(node, addresses)
    for (const [index, asset] of some.entries()) {
      const address = addresses[index]!
      const difference = compare(asset, address, metadata[index]!)
      if (difference === null) continue
      return (await hasCode(node, address))
        ? difference
        : `there is no contract at ${address}, the address of ${asset.code}`
    }
  }
  for (const asset of assets) {
    const difference = await findLoggerDifference(node, asset)
    if (difference) return difference
  }
  return null
}

/** A `loggedBy` must be a contract, and give the token's own decimals and symbol where it gives any. */
async function findLoggerDifference(node: Client, asset: Asset): Promise<string | null> {
  if (!asset.loggedBy.length) return null
  const metadata = await readMetadata(node, asset.loggedBy)
  for (const [index, address] of asset.loggedBy.entries()) {
    const named = `"loggedBy" of ${asset.code} names ${address}`
    const advice = 'name what the token itself was moved to, or remove it from the chains file,'
    if (!(await hasCode(node, address))) return `${named}, where there is no contract: ${advice}`
    const { decimals = BigInt(asset.decimals), symbol } = metadata[index]!
    const { onChainSymbol = asset.symbol } = asset
    if (decimals !== BigInt(asset.decimals))
      return `${named}, which says that it has ${decimals} decimals, and not ${asset.decimals}: ${advice}`
    if (symbol !== undefined && onChainSymbol !== null && symbol !== onChainSymbol)
      return `${named}, which says that it has the symbol '${symbol}', and not '${onChainSymbol}': ${advice}`
  }
  return null
}

/** Describes how a token differs from the chains file; null where it does not. */
function compare(asset: Asset, address: Address, { decimals, symbol }: Metadata): string | null {
  const token = `the token ${address} of ${asset.code}`
  if (decimals !== BigInt(asset.decimals))
    return `${token} says that it has ${decimals ?? 'no'} decimals, and the chains file says ${asset.decimals}`
  const { onChainSymbol = asset.symbol } = asset
  if (onChainSymbol === null || symbol === onChainSymbol) return null
  const named = symbol === undefined ? 'no symbol' : `the symbol '${symbol}'`
  return `${token} says that it has ${named}, and the chains file says '${onChainSymbol}'; if it is the right token, write "onChainSymbol": ${JSON.stringify(symbol ?? null)} beside its symbol,`
}

async function readMetadata(node: Client, addresses: Address[]): Promise<Metadata[]> {
  const answers = await readFromChain(() =>
    multicall(node, {
      contracts: addresses.flatMap(
        (address) =>
          [
            { address, abi: decimalsAbi, functionName: 'decimals' },
            { address, abi: symbolAbi, functionName: 'symbol' },
            { address, abi: oldSymbolAbi, functionName: 'symbol' },
          ] as const,
      ),
      allowFailure: true,
      deployless: true,
      batchSize: batchSizeFor(selectorBytes),
    }),
  )
  for (const { error } of answers)
    if (isNodeFailure(error))
      throw new RpcUnavailable('the tokens cannot be read', { cause: error })
  const results = answers.map(({ result }) => result as bigint | string | undefined)
  return addresses.map((_, index) => {
    const [decimals, symbol, oldSymbol] = results.slice(3 * index, 3 * index + 3)
    return {
      decimals: decimals as bigint | undefined,
      symbol: (symbol as string | undefined) ?? fromBytes(oldSymbol as `0x${string}` | undefined),
    }
  })
}

const fromBytes = (bytes: `0x${string}` | undefined): string | undefined =>
  bytes && hexToString(bytes, { size: 32 }).replaceAll('\0', '')
