/**
 * Reads the subscription from the chain itself, by a public node or the payer's connected wallet, so
 * that what the page says about money does not depend on the service.
 */
import type { OwnSubscription } from '../api/session.generated.ts'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { readContract } from '../subscription/chain/read-contract.ts'
import type { ContractReading } from '../subscription/contract-reading.ts'
import { askNode } from '../wallet/node.ts'
import type { Provider } from '../wallet/provider.ts'
import { onChain } from './on-chain.ts'

export type ContractInUse = {
  /** Null: not read yet, or the chain cannot be asked. */
  reading: ContractReading | null
  isUnread: boolean
  readAgain: () => void
  /** The chain is asked through this; null where there is neither a public node nor a wallet. */
  provider: Provider | null
  /** Asks the chain through a wallet from now on. */
  askThrough: (wallet: Provider) => void
}

const readAgainMs = 60_000

export function useContract(subscription: OwnSubscription): ContractInUse {
  const [reading, take] = useState<ContractReading | null>(null)
  const [isUnread, setUnread] = useState(false)
  const [count, setCount] = useState(0)
  const [wallet, setWallet] = useState<Provider | null>(null)
  const provider = wallet ?? nodeOf(subscription)
  const onchain = onChain(subscription)
  // A command, a charge or a limit may have changed the contract, or a charge has come due in vain.
  const { status, phase, allowance, nextChargeAt } = subscription
  const version = JSON.stringify([status, phase, allowance, nextChargeAt])
  useEffect(() => {
    let isGone = false
    if (!provider || !onchain) setUnread(true)
    else
      readContract(provider, onchain).then(
        (found) => {
          if (isGone) return
          take(found)
          setUnread(false)
        },
        () => !isGone && setUnread(true),
      )
    const timer = setTimeout(() => setCount((before) => before + 1), readAgainMs)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [subscription.contractAddress, version, count, wallet])
  const readAgain = useCallback(() => setCount((before) => before + 1), [])
  const askThrough = useCallback((found: Provider) => setWallet(found), [])
  return { reading, isUnread, readAgain, provider, askThrough }
}

/** The public node of the subscription's chain, in the place of a wallet. */
function nodeOf({ chain }: OwnSubscription): Provider | null {
  const url = chain?.publicRpcUrl
  return url ? { request: ({ method, params = [] }) => askNode(url, method, params) } : null
}
