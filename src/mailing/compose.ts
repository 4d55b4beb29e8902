/** Composes what is sent: the letter in both forms, the headers, and the way to decline more of its kind. */
import type { MailFacts } from '../store/mails/mail-kinds.ts'
import { isOptional } from '../store/mails/mail-kinds.ts'
import type { ClaimedMail } from '../store/mails/mail-claims.ts'
import { makeUnsubscribeToken } from '../store/mails/unsubscribe-tokens.ts'
import { quote, writeHtml, writeText } from './letters/letter.ts'
import { placesOf } from './letters/places.ts'
import { writeLetter } from './letters/write-letter.ts'
import type { OutgoingMail } from './send-mail.ts'
import type { MailRelayDependencies } from './dependencies.ts'

/** Throws where what the mail tells cannot be opened. */
export function composeMail(
  { mails, secrets, baseUrl, mail: { from } }: MailRelayDependencies,
  { id, kind, accountId, email, sealedFacts, createdAt }: ClaimedMail,
): OutgoingMail {
  const places = placesOf(baseUrl)
  const facts = mails.open(id, sealedFacts) as MailFacts[typeof kind]
  const letter = writeLetter(kind, facts, places)
  const unsubscribe = isOptional(kind)
    ? places.unsubscribe(makeUnsubscribeToken(secrets, { accountId, kind }))
    : null
  const closing = [
    `Sent by ${places.host} to ${quote(email)}.`,
    unsubscribe === null
      ? 'Mails like this one are about the safety of your account and money, and always sent.'
      : `To get no more mails like this one: ${unsubscribe}`,
  ]
  return {
    to: email,
    subject: letter.subject,
    text: writeText(letter, closing),
    html: writeHtml(letter, closing),
    // The same in every try, so that a server can tell a second copy.
    messageId: `<${id}@${from.address.split('@')[1]}>`,
    date: createdAt,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe !== null && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}
