/** What a merchant can do about a charge that waits for its payer: send the payer a link, and try again. */
import type { NamedSubscription } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { copyText } from '../../../parts/copy-text.ts'
import { useRight } from '../../context.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { GoodUntil } from '../../parts/when.tsx'
import { Sum } from '../../parts/money.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { useCommand } from '../../use-command.ts'
import { useRead } from '../../use-read.ts'
import { SubscriptionStake } from './subscription-commands.tsx'
import { nameOf } from './subscription-view.ts'

type Props = {
  contractAddress: string
  /** Whether it is the payer who can mend it. */
  isForPayer: boolean
}

export function PayerHelp({ contractAddress, isForPayer }: Props) {
  const mayServe = useRight('serve')
  const mayLink = useRight('sell')
  const { reading } = useRead<NamedSubscription>(
    mayServe || mayLink ? `/subscriptions/${contractAddress}` : null,
    { kinds: ['subscription'] },
  )
  if (reading.step !== 'read') return null
  const { value: subscription } = reading
  return (
    <div class="screen-actions">
      {isForPayer && mayLink && <LinkButton subscription={subscription} />}
      {mayServe && subscription.actions.includes('activate') && (
        <TryNow subscription={subscription} />
      )}
    </div>
  )
}

type OfSubscription = { subscription: NamedSubscription }

function TryNow({ subscription }: OfSubscription) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <CommandButton
        label="Try now"
        consequence={
          <SubscriptionStake
            subscription={subscription}
            moves={
              <>
                <Sum>{subscription.amount}</Sum> are taken at once, where the payer has and allows
                as much.
              </>
            }
          >
            The wallet is looked at now. Where it holds less, nothing is taken, and no gas is spent.
          </SubscriptionStake>
        }
        command={{
          method: 'POST',
          path: `/subscriptions/${subscription.contractAddress}/activate`,
        }}
        onDone={() => setAsked(true)}
      />
      {isAsked && (
        <p class="hint" role="status">
          The wallet is being looked at; what is seen stands here in a moment.
        </p>
      )}
    </>
  )
}

type Link = { url: string; expiresAt: string; isCopied: boolean }

/** Makes the link when it is asked for, and copies it at once where the browser lets it. */
function LinkButton({ subscription }: OfSubscription) {
  const [link, setLink] = useState<Link | null>(null)
  const { state, send } = useCommand()
  const make = async () => {
    const path = `/subscriptions/${subscription.contractAddress}/payer-link`
    const made = await send<Omit<Link, 'isCopied'>>({ method: 'POST', path })
    if (made) setLink({ ...made, isCopied: await copyText(made.url) })
  }
  return (
    <>
      <button
        type="button"
        class="strong"
        aria-disabled={state.step === 'sending'}
        onClick={() => void make()}
      >
        Copy a link for the payer
      </button>
      <CommandNote state={state} />
      {link && (
        <Dialog
          title={link.isCopied ? 'The link for the payer is copied' : 'A link for the payer'}
          onClose={() => setLink(null)}
        >
          <p>
            It opens the page of {nameOf(subscription)}, with what is missing and how to mend it.
            Whoever has it can also pause and cancel, but take no money: send it to{' '}
            {subscription.customerId} alone.
          </p>
          <div class="field">
            <code translate={false}>{link.url}</code>
          </div>
          <p class="hint">
            It is shown this once, and <GoodUntil at={link.expiresAt} />
          </p>
          <footer class="buttons">
            <CopyButton
              text={link.url}
              label="Copy the link"
              caption="Copy the link"
              copied="Link copied"
            />
          </footer>
        </Dialog>
      )}
    </>
  )
}
