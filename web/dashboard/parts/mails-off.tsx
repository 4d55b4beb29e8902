/** Says that this service sends no mails, and by what it would. */
import { say } from '../../messages/dashboard/mail-words.ts'
import { AlertIcon } from '../../parts/icons.tsx'

export const MailsOff = () => (
  <div class="note warning">
    <AlertIcon />
    <div>
      <p>
        <strong>{say('mailsOff')}</strong>
      </p>
      <p>{say('mailsOffHint')}</p>
    </div>
  </div>
)
