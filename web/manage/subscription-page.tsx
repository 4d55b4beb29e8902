/** Everything about one subscription; a flow shows its one thing and hides the rest. */
import type { CustomerSession, OwnCharge, OwnSubscription } from '../api/session.generated.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useFocusKept } from '../parts/use-focus-kept.ts'
import type { SessionClient } from '../session/client.ts'
import type { PageAddress } from '../session/page-address.ts'
import { exposureOf } from '../subscription/exposure.ts'
import type { Managed } from './context.ts'
import { AloneFold } from './panels/alone.tsx'
import { CancelPanel } from './panels/cancel.tsx'
import { ChargesPanel } from './panels/charges.tsx'
import { ContinuePanel } from './panels/continue.tsx'
import { ExposurePanel } from './panels/exposure-panel.tsx'
import { FirstLine } from './panels/first-line.tsx'
import { FeedbackPanel } from './panels/feedback.tsx'
import { FreezeFold, UnfreezePanel } from './panels/freeze.tsx'
import { HelpPanel } from './panels/help.tsx'
import { LimitPanel } from './panels/limit.tsx'
import { PausePanel } from './panels/pause.tsx'
import { PlaceFold } from './panels/place.tsx'
import { SwitchPanel } from './panels/plans.tsx'
import { ProofPanel } from './panels/proof.tsx'
import { Receipt } from './panels/receipt.tsx'
import { RevokePanel } from './panels/revoke.tsx'
import { UpcomingFold } from './panels/upcoming.tsx'
import { WithdrawPanel } from './panels/withdraw.tsx'
import { useSpeech } from './speech.ts'
import { isOver, isShortOfLimit, outlookOf, standingOf } from './standing.ts'
import { useCharges } from '../session/use-charges.ts'
import { useCommands } from './use-command.ts'
import { useContract } from './use-contract.ts'
import { useWayBack } from './use-way-back.ts'

type Props = {
  session: CustomerSession
  client: SessionClient
  address: PageAddress
  subscription: OwnSubscription
  readAgain: () => void
}

export function SubscriptionPage({ session, client, address, subscription, readAgain }: Props) {
  const { announce, say } = useSpeech()
  const contract = useContract(subscription)
  const commands = useCommands(client, subscription, readAgain)
  const charges = useCharges(client, subscription)
  const [receipt, showReceipt] = useState<OwnCharge | null>(null)
  const standing = standingOf(subscription)
  useEffect(() => announce(say(standing)), [standing])
  const { reading } = contract
  const exposure = reading ? exposureOf(subscription.terms, reading) : null
  const shared = { session, client, address, subscription, standing, contract, commands, charges }
  const managed: Managed = { ...shared, exposure }
  const area = useRef<HTMLDivElement>(null)
  useFocusKept(area, () => document.getElementById('state'))
  const [isBack, setBack] = useState(false)
  useEffect(() => {
    if (isBack) document.getElementById('state')?.focus()
    setBack(false)
  }, [isBack])
  const closeReceipt = useWayBack(receipt !== null, () => {
    showReceipt(null)
    setBack(true)
  })
  if (receipt) return <Receipt managed={managed} charge={receipt} onBack={closeReceipt} />
  return (
    <div class="panel" ref={area}>
      <FirstLine managed={managed} />
      {address.flow ? (
        <Flow managed={managed} onReceipt={showReceipt} />
      ) : (
        <Everything managed={managed} onReceipt={showReceipt} />
      )}
    </div>
  )
}

type PartProps = { managed: Managed; onReceipt: (charge: OwnCharge) => void }

function Everything({ managed, onReceipt }: PartProps) {
  const { standing } = managed
  // The panel that has to be done comes first, and stays there once it is done.
  const [isLimitFirst, putLimitFirst] = useState(false)
  const isShort = isShortOfLimit(outlookOf(standing, managed.exposure))
  if (isShort && !isLimitFirst) putLimitFirst(true)
  const takesMore = !isOver(standing) && standing !== 'cancelling' && standing !== 'ending'
  const limit = takesMore && <LimitPanel managed={managed} />
  return (
    <>
      <HelpPanel managed={managed} />
      <UnfreezePanel managed={managed} />
      <RevokePanel managed={managed} />
      <ProofPanel managed={managed} />
      <ContinuePanel managed={managed} />
      <FeedbackPanel managed={managed} />
      {isLimitFirst && limit}
      <ExposurePanel managed={managed} />
      {!isLimitFirst && limit}
      {standing !== 'ending' && <PausePanel managed={managed} />}
      <CancelPanel managed={managed} isOpen={false} />
      <WithdrawPanel managed={managed} />
      <SwitchPanel managed={managed} />
      <ChargesPanel managed={managed} onReceipt={onReceipt} />
      {takesMore && <UpcomingFold managed={managed} />}
      <PlaceFold managed={managed} />
      <FreezeFold managed={managed} />
      {standing !== 'cancelled' && standing !== 'finished' && <AloneFold managed={managed} />}
    </>
  )
}

function Flow({ managed, onReceipt }: PartProps) {
  const { say } = useSpeech()
  const { address } = managed
  return (
    <>
      {address.flow === 'cancel' && <CancelPanel managed={managed} isOpen />}
      {address.flow === 'cancel' && <RevokePanel managed={managed} />}
      {address.flow === 'cancel' && <FeedbackPanel managed={managed} />}
      {address.flow === 'pause' && <PausePanel managed={managed} />}
      {address.flow === 'limit' && <LimitPanel managed={managed} isOpen />}
      {address.flow === 'switch' && <SwitchPanel managed={managed} />}
      {address.flow === 'receipt' && <ChargesPanel managed={managed} onReceipt={onReceipt} />}
      <p>
        <a class="quiet" href={wholePage()}>
          {say('more')}
        </a>
      </p>
    </>
  )
}

/** The same page without its flow. */
function wholePage(): string {
  const address = new URL(location.href)
  address.searchParams.delete('flow')
  return `${address.pathname}${address.search}`
}
