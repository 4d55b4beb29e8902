/** A link that sets a password: it is shown once, to whoever passes it on. */
import { say } from '../../../messages/dashboard/people-words.ts'
import { say as sayShell } from '../../../messages/dashboard/shell-words.ts'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { When } from '../../parts/when.tsx'

export type Link = { url: string; expiresAt: string }

type LinkDialogProps = { link: Link; note?: string | null; onClose: () => void }

export const LinkDialog = ({ link, note, onClose }: LinkDialogProps) => (
  <Dialog title={say('linkTitle')} onClose={onClose}>
    <p>{say('linkHint')}</p>
    <p>
      <code class="secret">{link.url}</code>
    </p>
    <p class="hint">
      {say('validUntil')} <When at={link.expiresAt} />
    </p>
    {note && <p>{note}</p>}
    <footer class="buttons">
      <CopyButton
        text={link.url}
        label={say('copyLink')}
        caption={say('copyLink')}
        copied={sayShell('copied')}
      />
    </footer>
  </Dialog>
)
