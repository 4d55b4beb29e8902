/** Asks the merchant's page to close the frame, from wherever the payer has come to in it. */
import { useState } from 'preact/hooks'
import { CrossIcon } from '../../parts/icons.tsx'
import type { PageAddress } from '../../session/page-address.ts'
import { readPageSettings } from '../../session/written-settings.ts'
import { tellParent } from '../frame.ts'
import { useSpeech } from '../speech.ts'

export function FrameClose({ address }: { address: PageAddress }) {
  const { say } = useSpeech()
  const [{ frameOrigins }] = useState(readPageSettings)
  if (!address.isFramed) return null
  return (
    <button
      type="button"
      class="quiet close"
      aria-label={say('close')}
      onClick={() => tellParent('close', frameOrigins)}
    >
      <CrossIcon />
    </button>
  )
}
