/** Leads the payer on from the outcome: to the manage page, back to the shop, or out of the frame. */
import { useSpeech } from '../speech.ts'

export type WaysOnProps = {
  manageAddress: string | null
  backTarget: URL | null
  onClose: (() => void) | null
  /** The next step is on the manage page. */
  isManaged: boolean
}

export function WaysOn({ manageAddress, backTarget, onClose, isManaged }: WaysOnProps) {
  const { say } = useSpeech()
  return (
    <div class="return">
      {backTarget && (
        <a
          class={isManaged ? 'quiet' : 'strong'}
          rel="noreferrer"
          href={backTarget.href}
          {...(onClose && { target: '_top' })}
        >
          {say('returnTo', { host: backTarget.host })}
        </a>
      )}
      {manageAddress && (
        <a
          class={isManaged ? 'strong' : 'quiet'}
          rel="noreferrer"
          href={manageAddress}
          {...(onClose && { target: '_blank' })}
        >
          {say('manageLink')}
        </a>
      )}
      {onClose && (
        <button type="button" class="quiet" onClick={onClose}>
          {say('close')}
        </button>
      )}
    </div>
  )
}
