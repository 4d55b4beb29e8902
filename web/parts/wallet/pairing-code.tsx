/** Connects a wallet on another device: it scans the code, or is opened by the link. */
import { isTouched } from '../../browser/touched.ts'
import { useSpeech } from '../speech.ts'
import { CopyButton } from '../copy-button.tsx'
import { LaterQrCode } from '../later-qr-code.tsx'

type Props = {
  /** Null while the code is being made. */
  uri: string | null
  onLeave: () => void
}

export function PairingCode({ uri, onLeave }: Props) {
  const { say } = useSpeech()
  return (
    <div class="pairing">
      {uri && (
        <>
          <p class="hint">{say('pairingHint')}</p>
          <LaterQrCode text={uri} description={say('pairingCodeText')} />
          {/* A link and not a script, because phones open an app only on a tap on a link. */}
          <a class={isTouched() ? 'strong' : undefined} href={uri}>
            {say('openInApp')}
          </a>
          <CopyButton
            text={uri}
            label={say('copyPairing')}
            copied={say('pairingCopied')}
            caption={say('copyPairing')}
          />
        </>
      )}
      <button type="button" class="quiet" onClick={onLeave}>
        {say('otherWallet')}
      </button>
    </div>
  )
}
