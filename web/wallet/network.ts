/** Brings the wallet to the network that the page works on, with the payer's consent. */
import { numberToHex } from 'viem'
import type { Blockchain } from './blockchain.ts'
import { type Provider, read } from './provider.ts'
import { hasDeclined, isAlreadyAsked, isUnknownNetwork, isUnsupported } from './refusals.ts'

export async function isOnNetwork(provider: Provider, { chainId }: Blockchain): Promise<boolean> {
  return BigInt(String(await read(provider, 'eth_chainId', []))) === BigInt(chainId)
}

export class NetworkUnknown extends Error {}

/**
 * Asks the wallet to switch, and after any refusal but the payer's own to add the network: wallets say in many ways that they
 * do not know one.
 * @throws `NetworkUnknown` where the wallet cannot be told of the network
 */
export async function switchNetwork(provider: Provider, blockchain: Blockchain): Promise<void> {
  const chainId = numberToHex(blockchain.chainId)
  const change = () =>
    provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  try {
    await change()
  } catch (error) {
    if (hasDeclined(error) || isAlreadyAsked(error)) throw error
    await addNetwork(provider, blockchain, error)
    // Some wallets add a network without switching to it.
    if (!(await isOnNetwork(provider, blockchain))) await change()
  }
}

async function addNetwork(
  provider: Provider,
  { name, chainId, nativeSymbol, publicRpcUrl, explorerUrl }: Blockchain,
  refused: unknown,
): Promise<void> {
  if (!publicRpcUrl) throw isUnknownNetwork(refused) ? new NetworkUnknown(name) : refused
  const network = {
    chainId: numberToHex(chainId),
    chainName: name,
    nativeCurrency: { name: nativeSymbol, symbol: nativeSymbol, decimals: 18 },
    rpcUrls: [publicRpcUrl],
    ...(explorerUrl && { blockExplorerUrls: [explorerUrl] }),
  }
  try {
    await provider.request({ method: 'wallet_addEthereumChain', params: [network] })
  } catch (error) {
    throw isUnsupported(error) ? new NetworkUnknown(name) : error
  }
}
