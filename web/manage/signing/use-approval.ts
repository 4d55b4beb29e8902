/** Allowing a limit: which ways there are, what happens at the moment, and what came of it. */
import { useEffect, useState } from 'preact/hooks'
import { withoutTrouble } from '../../subscription/approval/without-trouble.ts'
import {
  allow,
  type ApprovalOutcome,
  type ApprovalProgress,
} from '../../subscription/approval/allow.ts'
import { type ApprovalWay, findApprovalWays } from '../../subscription/approval/ways.ts'
import type { ContractReading } from '../../subscription/contract-reading.ts'
import type { Blockchain } from '../../wallet/blockchain.ts'
import { useAccountChange } from '../../wallet/use-account-change.ts'
import { connectionOf } from '../../wallet/wallet-state.ts'
import { relayOf } from '../../session/permit-relay.ts'
import type { Managed } from '../context.ts'
import type { PayerWallet } from '../use-payer-wallet.ts'
import { onChain } from '../on-chain.ts'

type ApprovalInput = {
  managed: Managed
  payer: PayerWallet
  blockchain: Blockchain
  allowance: bigint
}

export function useApproval({ managed, payer, blockchain, allowance }: ApprovalInput) {
  const { subscription, contract } = managed
  const [ways, setWays] = useState<readonly ApprovalWay[]>([])
  const [progress, setProgress] = useState<ApprovalProgress | null>(null)
  const [outcome, setOutcome] = useState<ApprovalOutcome | null>(null)
  const { state } = payer
  useAccountChange(state, () => setOutcome(withoutTrouble))
  const reading = state.step === 'ready' ? state.found : null
  useEffect(() => {
    const connection = connectionOf(state)
    const onchain = onChain(subscription)
    if (!connection || !onchain || !reading) return
    let isGone = false
    const signer = { provider: connection.wallet.provider, account: connection.account, blockchain }
    void findApprovalWays(signer, onchain, subscription.token, reading, allowance).then(
      (found) => !isGone && setWays(found),
    )
    return () => {
      isGone = true
    }
  }, [reading, allowance])
  const run = async (way: ApprovalWay) => {
    await payer.session.act(async ({ wallet, account }, found: ContractReading) => {
      const onchain = onChain(subscription)
      if (!onchain) return
      setOutcome(null)
      const signer = { provider: wallet.provider, account, blockchain }
      const relay = relayOf(managed.client, subscription.contractAddress)
      const approval = { subscription: onchain, reading: found, allowance, relay }
      const ended = await allow(signer, way, { ...approval, onProgress: setProgress })
      setProgress(null)
      setOutcome(ended)
      contract.readAgain()
    })
    // The check before the approval no longer shows what is allowed.
    await payer.session.check()
  }
  return { ways, progress, outcome, run }
}
