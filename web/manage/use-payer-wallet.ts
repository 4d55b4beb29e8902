/** The payer's wallet, for one task: it must show the payer's account, and the chain must know the contract. */
import type { OwnSubscription } from '../api/session.generated.ts'
import { useState } from 'preact/hooks'
import { checkContract } from '../subscription/chain/check-contract.ts'
import { readContract } from '../subscription/chain/read-contract.ts'
import type { ContractReading } from '../subscription/contract-reading.ts'
import type { SigningTrouble } from '../subscription/signing/outcome.ts'
import { type OfferedWallets, useWallets } from '../wallet/use-wallets.ts'
import type { Blockchain } from '../wallet/blockchain.ts'
import { type Purpose, WalletSession } from '../wallet/wallet-session.ts'
import type { WalletState } from '../wallet/wallet-state.ts'
import { onChain } from './on-chain.ts'

export type PayerWallet = OfferedWallets & {
  state: WalletState<ContractReading, SigningTrouble>
  session: WalletSession<ContractReading, SigningTrouble>
}

export function usePayerWallet(
  subscription: OwnSubscription,
  blockchain: Blockchain,
  merchantName: string,
): PayerWallet {
  const purpose = purposeOf(subscription, blockchain)
  const offered = useWallets({ blockchain, merchantName, description: subscription.plan.name })
  const [state, setState] = useState<PayerWallet['state']>({ step: 'choosing', trouble: null })
  const [session] = useState(() => new WalletSession(purpose, setState))
  session.follow(purpose)
  return { ...offered, state, session }
}

function purposeOf(
  subscription: OwnSubscription,
  blockchain: Blockchain,
): Purpose<ContractReading, SigningTrouble> {
  return {
    blockchain,
    async check({ wallet: { provider }, account }) {
      const { terms, token } = subscription
      const onchain = onChain(subscription)
      if (!onchain) return { refusal: { trouble: 'wrongNetwork' } }
      if (account.toLowerCase() !== terms.payer.toLowerCase())
        return { refusal: { trouble: 'otherAccount', expected: terms.payer, found: account } }
      const shown = { ...terms, startsAt: terms.start }
      const refusal = await checkContract(provider, onchain, shown, token.decimals)
      if (refusal) return { refusal: { trouble: 'refused', refusal } }
      return { found: await readContract(provider, onchain) }
    },
  }
}
