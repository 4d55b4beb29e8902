/** A link to pass on: to copy, and as a code for a phone that is near. */
import type { ComponentChildren } from 'preact'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { LaterQrCode } from '../../../parts/later-qr-code.tsx'

type Props = { url: string; what: ComponentChildren }

export const SharedLink = ({ url, what }: Props) => (
  <>
    <div class="field">
      <span class="name">{what}</span>
      <code translate={false}>{url}</code>
      <CopyButton text={url} label="Copy the link" copied="Link copied" />
    </div>
    <div class="qr-frame">
      <LaterQrCode text={url} description="The link as a code" />
    </div>
  </>
)
