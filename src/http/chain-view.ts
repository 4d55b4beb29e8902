/** A chain and a token as the pages of payers need them: to speak to a wallet, to a node and to people. */
import type { Address } from 'viem'
import { z } from 'zod'
import type { DeployedAsset, DeployedChain } from '../shared/chain-directory.ts'
import { urlOf } from '../shared/chains/nodes.ts'
import { ChainAddress } from '../core/resources/fields.ts'

export const ChainView = z
  .strictObject({
    name: z.string().meta({ examples: ['LocalTestNet'] }),
    displayName: z.string().meta({
      description: 'The name with spaces, for people',
      examples: ['LocalTestNet'],
    }),
    chainId: z.int(),
    nativeSymbol: z.string(),
    explorerUrl: z.string().nullable(),
    confirmations: z.number().nullable().meta({
      description: 'Blocks until a charge counts; `null`: once the chain calls it final',
    }),
    publicRpcUrl: z.string().nullable().meta({ description: 'A node that pages may ask' }),
  })
  .meta({ id: 'PageChain', description: 'A chain, as pages and wallets know it.' })

export const TokenView = z
  .strictObject({
    code: z.string().meta({ description: 'Asset code', examples: ['ltUSDC'] }),
    symbol: z.string().meta({ description: 'What wallets call it' }),
    name: z.string().meta({ examples: ['USD Coin'] }),
    decimals: z.int(),
    address: ChainAddress,
    resetAllowance: z.boolean().meta({
      description: 'It refuses to change an allowance that is not 0, as USDT does',
    }),
    permit: z.boolean().nullable().meta({
      description: 'Whether it takes EIP-2612 permits; null where the operator has not said so',
    }),
  })
  .meta({ id: 'PageToken', description: 'A token, as pages and wallets know it.' })

/** Describes a chain; one that is finalised by its own word has no number of confirmations. */
export function toChainView(chain: DeployedChain): z.infer<typeof ChainView> {
  const { name, chainId, nativeSymbol, explorerUrl, confirmations } = chain
  return {
    name,
    displayName: name.replaceAll('-', ' '),
    chainId,
    nativeSymbol,
    explorerUrl,
    confirmations: Number.isFinite(confirmations) ? confirmations : null,
    publicRpcUrl: publicRpcUrlOf(chain),
  }
}

/** A local chain's own node may be asked by anybody who reaches it. */
export function publicRpcUrlOf({ embedded, rpcUrls, publicRpcUrl }: DeployedChain): string | null {
  const [node] = embedded ? rpcUrls : []
  return publicRpcUrl ?? (node === undefined ? null : urlOf(node))
}

type TokenOfTerms = { code: string; decimals: number; address: Address }

/** Describes the token of terms that were agreed on; the chains file only names it. */
export function toTokenView(
  { code, decimals, address }: TokenOfTerms,
  named: DeployedAsset | undefined,
): z.infer<typeof TokenView> {
  const { symbol = code, name = code, resetAllowance = false, permit = null } = named ?? {}
  return { code, symbol, name, decimals, address, resetAllowance, permit }
}
