/** The wallet in use, what it is asked for at the moment, and what came of it. */
import type { OwnSubscription } from '../api/session.generated.ts'
import { serviceNow } from '../browser/service-clock.ts'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { SessionClient } from '../session/client.ts'
import {
  allow,
  type ApprovalOutcome,
  type ApprovalProgress,
} from '../subscription/approval/allow.ts'
import { withoutTrouble } from '../subscription/approval/without-trouble.ts'
import type { ApprovalWay } from '../subscription/approval/ways.ts'
import type { Signer } from '../subscription/signing/ask-wallet.ts'
import type { SigningTrouble } from '../subscription/signing/outcome.ts'
import { useAccountChange } from '../wallet/use-account-change.ts'
import { useWallets } from '../wallet/use-wallets.ts'
import { WalletSession } from '../wallet/wallet-session.ts'
import type { Connected, WalletState } from '../wallet/wallet-state.ts'
import type { Offer } from './offer.ts'
import { relayOf } from '../session/permit-relay.ts'
import { pageLinkWith } from '../session/token.ts'
import { type FoundPurpose, purposeOf, type Refusal } from './purpose.ts'
import type { Wallet } from '../wallet/provider.ts'

export type Subscribing = {
  wallets: readonly Wallet[]
  pairingUri: string | null
  state: WalletState<FoundPurpose, Refusal>
  session: WalletSession<FoundPurpose, Refusal>
  /** Opens this page in another browser, such as the one of a wallet app. */
  pageLink: string
  progress: ApprovalProgress | null
  outcome: ApprovalOutcome | null
  approve: (way: ApprovalWay, allowance: bigint) => void
  /** The payer has chosen this; it outlives every new look at the chain. */
  wish: Wish
  setWish: (wish: Wish) => void
  /** Unix seconds; null: at once. */
  startsAt: number | null
  /** Absent where the start is fixed already. */
  startAt?: (startsAt: number | null) => void
}

export type Wish = {
  /** Limits the charges in all; null: all, `none`: what was typed is no such number. */
  charges: number | 'none' | null
  /** By a plain transaction, although there is a better way. */
  isPlain: boolean
}

type SubscribingInput = {
  client: SessionClient
  /** The Draft that the page was opened for; null: none. */
  drafted: OwnSubscription | null
  offer: Offer
  merchantName: string
  /** Called once there is an allowance, with what the service made of it. */
  onAllowed: (subscription: OwnSubscription) => void
}

const choosing = { step: 'choosing', trouble: null } as const

export function useSubscribing(given: SubscribingInput): Subscribing {
  const { client, drafted, offer, merchantName, onAllowed } = given
  const remote = { blockchain: offer.chain, merchantName, description: offer.name }
  const { wallets, pairingUri } = useWallets(remote)
  const [startsAt, startAt] = useState<number | null>(drafted && laterStartOf(drafted))
  const [state, setState] = useState<WalletState<FoundPurpose, Refusal>>(choosing)
  const [progress, setProgress] = useState<ApprovalProgress | null>(null)
  const [outcome, setOutcome] = useState<ApprovalOutcome | null>(null)
  useAccountChange(state, () => setOutcome(withoutTrouble))
  const [wish, setWish] = useState<Wish>({ charges: null, isPlain: false })
  const purpose = useMemo(
    () => purposeOf(client, { offer, startsAt, drafted: drafted?.contractAddress ?? null }),
    [client, offer.id, startsAt],
  )
  const [session] = useState(() => new WalletSession(purpose, setState))
  session.follow(purpose)
  useEffect(() => {
    setOutcome(null)
    void session.check()
  }, [startsAt])

  const approve = (way: ApprovalWay, allowance: bigint) => {
    setOutcome(null)
    let wasAnswered = false
    const acting = session.act(async (connection, { subscription, onChain, reading }) => {
      const { contractAddress } = subscription
      const relay = relayOf(client, contractAddress)
      const approval = { subscription: onChain, reading, allowance, relay, onProgress: setProgress }
      const ended = await allow(signerOf(connection, offer), way, approval)
      setProgress(null)
      setOutcome(ended)
      wasAnswered = ended.outcome !== 'trouble'
      // The wallet or the service is not asked again for what it cannot do.
      if (ended.outcome === 'trouble' && cannot.includes(ended.trouble))
        setWish((before) => ({ ...before, isPlain: true }))
      if (ended.outcome !== 'allowed' && ended.outcome !== 'lowered') return
      // The service sees the allowance by itself as well; asking only makes it look at once.
      const activating = client.send<OwnSubscription>(`/subscriptions/${contractAddress}/activate`)
      onAllowed(await activating.catch(() => subscription))
    })
    // The payer's choice is on the chain now, and the next choice follows from that.
    void acting.then(() => (wasAnswered ? session.check() : undefined))
  }
  const attempt = { progress, outcome, approve, wish, setWish, startsAt }
  const pageLink = pageLinkWith(client.token)
  const shown = { wallets, pairingUri, state, session, pageLink, ...attempt }
  return drafted ? shown : { ...shown, startAt }
}

const cannot: readonly SigningTrouble['trouble'][] = ['unsupported', 'permitRefused', 'permitWaits']

/** The moment of a start that is still to come, Unix seconds. */
const laterStartOf = ({ terms }: OwnSubscription): number | null =>
  terms.start * 1000 > serviceNow() ? terms.start : null

export const signerOf = ({ wallet, account }: Connected, { chain }: Offer): Signer => ({
  provider: wallet.provider,
  account,
  blockchain: chain,
})
