import type { OwnSubscription } from '../api/session.generated.ts'
import type { OnChainSubscription } from '../subscription/terms.ts'

/** The subscription as the chain knows it; null while its chain is not served. */
export function onChain({
  terms,
  contractAddress,
  factory,
  chain,
}: OwnSubscription): OnChainSubscription | null {
  return factory && chain ? { terms, contractAddress, factory, chainId: chain.chainId } : null
}
