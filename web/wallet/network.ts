/** Brings the wallet to the network that the page works on, with the payer's consent. */
import { numberToHex } from 'viem'
import type { Blockchain } from './blockchain.ts'
import { codeOf, type Provider, read, unknownChain } from './provider.ts'

export async function isOnNetwork(provider: Provider, { chainId }: Blockchain): Promise<boolean> {
  return BigInt(String(await read(provider, 'eth_chainId', []))) === BigInt(chainId)
}

export class NetworkUnknown extends Error {}

/**
 * Asks the wallet to switch; a wallet that does not know the network is asked to add it first.
 * @throws `NetworkUnknown` where the wallet does not know the network and there is no node to add
 * it with
 */
export async function switchNetwork(provider: Provider, blockchain: Blockchain): Promise<void> {
  const chainId = numberToHex(blockchain.chainId)
  const change = () =>
    provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  try {
    await change()
  } catch (error) {
    if (codeOf(error) !== unknownChain) throw error
    await addNetwork(provider, blockchain)
    // Some wallets add a network without switching to it.
    if (!(await isOnNetwork(provider, blockchain))) await change()
  }
}

async function addNetwork(provider: Provider, blockchain: Blockchain): Promise<void> {
  const { name, chainId, nativeSymbol, publicRpcUrl, explorerUrl } = blockchain
  if (!publicRpcUrl) throw new NetworkUnknown(name)
  const network = {
    chainId: numberToHex(chainId),
    chainName: name,
    nativeCurrency: { name: nativeSymbol, symbol: nativeSymbol, decimals: 18 },
    rpcUrls: [publicRpcUrl],
    ...(explorerUrl && { blockExplorerUrls: [explorerUrl] }),
  }
  await provider.request({ method: 'wallet_addEthereumChain', params: [network] })
}
