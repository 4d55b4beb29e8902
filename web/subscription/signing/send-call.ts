/** Transactions that the payer's own wallet sends about a subscription. */
import { type Address, type Hex, isHash } from 'viem'
import { approveCall, freezeCall, unfreezeCall } from '../calls.ts'
import { leavingCalls } from '../leaving.ts'
import type { OnChainSubscription } from '../terms.ts'
import { askWallet, type Signer, toSigningTrouble } from './ask-wallet.ts'
import type { SigningTrouble } from './outcome.ts'
import { untilMined } from './until-mined.ts'

export type PayerCall = { to: Address; data: Hex }
type Sent = { outcome: 'done'; hash: Hex } | ({ outcome: 'trouble' } & SigningTrouble)

/** Asks the wallet to send a call; returns the transaction's hash before any block has it. */
export async function sendCall(signer: Signer, { to, data }: PayerCall): Promise<Hex> {
  const params = [{ from: signer.account, to, data, value: '0x0' }]
  const hash = await askWallet(signer, 'eth_sendTransaction', params)
  if (typeof hash !== 'string' || !isHash(hash)) throw new Error('the wallet named no transaction')
  return hash
}

/** Has a call sent and waits for its block; `onSent` hears the hash in between. */
export async function sendAndWait(
  signer: Signer,
  call: PayerCall,
  onSent: (hash: Hex) => void = () => undefined,
): Promise<Sent> {
  try {
    const hash = await sendCall(signer, call)
    onSent(hash)
    await untilMined(signer.provider, hash)
    return { outcome: 'done', hash }
  } catch (error) {
    return { outcome: 'trouble', ...toSigningTrouble(error) }
  }
}

/** Takes everything back that the contract was allowed. */
export const revocation = ({ terms, contractAddress }: OnChainSubscription): PayerCall => ({
  to: terms.token,
  data: approveCall(contractAddress, 0n),
})

/** Pauses and resumes by the payer's own wallet: the merchant cannot undo such a pause. */
export const freezing = ({ contractAddress: to }: OnChainSubscription): PayerCall => ({
  to,
  data: freezeCall,
})
export const unfreezing = ({ contractAddress: to }: OnChainSubscription): PayerCall => ({
  to,
  data: unfreezeCall,
})

/** Ends the contract for good; before the first charge through the factory, which deploys it first. */
export const cancellation = (subscription: OnChainSubscription, isDeployed: boolean): PayerCall => {
  const [{ to, data }] = leavingCalls(subscription, isDeployed)
  return { to, data }
}
