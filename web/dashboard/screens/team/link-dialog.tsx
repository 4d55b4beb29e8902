/** A link that sets a password: it is shown once, to whoever passes it on. */
import { CopyButton } from '../../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { GoodUntil } from '../../parts/when.tsx'

export type Link = { url: string; expiresAt: string }

type LinkDialogProps = { link: Link; note?: string | null; onClose: () => void }

export const LinkDialog = ({ link, note, onClose }: LinkDialogProps) => (
  <Dialog title="Pass this link on" onClose={onClose}>
    <p>
      It is shown this once, and whoever has it can set the password: send it as you would send a
      key.
    </p>
    <p>
      <code class="secret" translate={false}>
        {link.url}
      </code>
    </p>
    <p class="hint">
      It is <GoodUntil at={link.expiresAt} />
    </p>
    {note && <p>{note}</p>}
    <footer class="buttons">
      <CopyButton text={link.url} label="Copy the link" caption="Copy the link" copied="Copied" />
    </footer>
  </Dialog>
)
