/** Recovery codes, which are shown once. */
import { CopyButton } from '../../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'

type Props = { codes: readonly string[]; onClose: () => void }

export const RecoveryCodes = ({ codes, onClose }: Props) => (
  <Dialog title="Keep these codes" onClose={onClose}>
    <p>
      They are shown this once. Each stands in for your second factor, once, for the day your phone
      is gone. Keep them where your phone is not.
    </p>
    <ul class="codes">
      {codes.map((code) => (
        <li key={code}>
          <code translate={false}>{code}</code>
        </li>
      ))}
    </ul>
    <footer class="buttons">
      <CopyButton
        text={codes.join('\n')}
        label="Copy the codes"
        caption="Copy the codes"
        copied="Copied"
      />
      <button type="button" class="strong" onClick={onClose}>
        I have kept them
      </button>
    </footer>
  </Dialog>
)
