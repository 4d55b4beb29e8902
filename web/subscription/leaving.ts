/**
 * The two calls with which a payer leaves without the service, the merchant or this page: end the
 * contract, and take the allowance back. Each alone is enough to stop every charge.
 */
import type { Address, Hex } from 'viem'
import { approveCall, cancelCall, cancelUndeployedCall } from './calls.ts'
import type { OnChainSubscription } from './terms.ts'

export type LeavingCall = {
  purpose: 'cancel' | 'revoke'
  to: Address
  data: Hex
  chainId: number
  /** The call as explorers and wallets write it. */
  signature: string
}

/** The calls as data for a wallet and as text; before the first charge the factory ends the contract. */
export function leavingCalls(
  { terms, contractAddress, factory, chainId }: OnChainSubscription,
  isDeployed: boolean,
): [cancel: LeavingCall, revoke: LeavingCall] {
  const cancel = isDeployed
    ? { to: contractAddress, data: cancelCall, signature: 'cancel()' }
    : { to: factory, data: cancelUndeployedCall(terms), signature: 'cancel(terms, id)' }
  return [
    { purpose: 'cancel', chainId, ...cancel },
    {
      purpose: 'revoke',
      chainId,
      to: terms.token,
      data: approveCall(contractAddress, 0n),
      signature: `approve(${contractAddress}, 0)`,
    },
  ]
}
