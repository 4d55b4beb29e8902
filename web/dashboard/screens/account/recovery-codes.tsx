/** Recovery codes, which are shown once. */
import { say } from '../../../messages/dashboard/people-words.ts'
import { say as sayShell } from '../../../messages/dashboard/shell-words.ts'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'

type Props = { codes: readonly string[]; onClose: () => void }

export const RecoveryCodes = ({ codes, onClose }: Props) => (
  <Dialog title={say('recoveryTitle')} onClose={onClose}>
    <p>{say('recoveryHint')}</p>
    <ul class="codes">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <footer class="buttons">
      <CopyButton
        text={codes.join('\n')}
        label={say('copyCodes')}
        caption={say('copyCodes')}
        copied={sayShell('copied')}
      />
      <button type="button" class="strong" onClick={onClose}>
        {say('keptThem')}
      </button>
    </footer>
  </Dialog>
)
