/** Says that this service sends no mails, and by what it would. */
import { AlertIcon } from '../../parts/icons.tsx'

export const MailsOff = () => (
  <div class="note warning">
    <AlertIcon />
    <div>
      <p>
        <strong>This service sends no mails</strong>
      </p>
      <p>
        Those who run it switch mail on by the settings MAIL_FROM, SMTP_URL and BASE_URL. Until then
        nobody is warned by mail, and nothing is kept to be sent later. Which mails you choose is
        kept.
      </p>
    </div>
  </div>
)
