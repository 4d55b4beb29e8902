/**
 * Sends mails, each once as far as SMTP lets anybody know, and again after failures until it is too old.
 * Many processes may do this: a mail is leased by one at a time. What fails for good is parked with its
 * reason, where operators see it.
 */
import { errorText } from '../shared/errors.ts'
import { startPulse } from '../shared/pulse.ts'
import { isWanted } from '../store/mails/mail-choices.ts'
import {
  type ClaimedMail,
  claimMails,
  endMail,
  noteHandover,
  parkMail,
  postponeMail,
} from '../store/mails/mail-claims.ts'
import { composeMail } from './compose.ts'
import { type PostResult, postMail, postTimeoutMs } from './send-mail.ts'
import type { MailRelayDependencies } from './dependencies.ts'

const pollMs = 2_000
const mailsAtOnceMax = 8
const leaseMs = postTimeoutMs + 30_000
const firstWaitMs = 60_000
const waitMaxMs = 3_600_000
/** A mail whose fate nobody knows is sent once more, under the same Message-ID, and then no more. */
const unansweredHandoversMax = 2

/** Starts to send mails; `stop` waits for those under way. */
export function startMailRelay(dependencies: MailRelayDependencies): { stop(): Promise<void> } {
  const { database, log } = dependencies
  return startPulse(
    async () => {
      const claimed = await claimMails(database, { limit: mailsAtOnceMax, leaseMs })
      await Promise.all(claimed.map((mail) => deliver(dependencies, mail)))
      return claimed.length === mailsAtOnceMax
    },
    {
      what: 'the mail relay',
      everyMs: pollMs,
      onError: (error) =>
        log.warn({ error: errorText(error) }, 'mails could not be sent: trying again'),
    },
  )
}

async function deliver(dependencies: MailRelayDependencies, mail: ClaimedMail): Promise<void> {
  const { database, log, clock } = dependencies
  if (!isWanted(mail.kind, mail.network, mail)) return endMail(database, mail, 'Skipped')
  if (mail.isDisabled) return parkMail(database, mail, { reason: 'AccountDisabled', error: null })
  if (mail.unansweredHandovers >= unansweredHandoversMax)
    return parkMail(database, mail, { reason: 'OutcomeUnknown', error: null })
  if (mail.expiresAt <= clock.realNow())
    return parkMail(database, mail, { reason: 'Expired', error: null })
  const composed = composeOrNull(dependencies, mail)
  if (!composed) return parkMail(database, mail, { reason: 'Unreadable', error: null })
  const result = await postMail(dependencies.mail, composed, {
    note: () => noteHandover(database, mail),
  })
  // Neither the reader nor the letter is logged: it may hold a secret link.
  log.debug({ mail: mail.id, kind: mail.kind, isSent: result.isSent }, 'mail tried')
  await store(dependencies, mail, result)
}

function composeOrNull(dependencies: MailRelayDependencies, mail: ClaimedMail) {
  try {
    return composeMail(dependencies, mail)
  } catch (error) {
    dependencies.log.error(
      { mail: mail.id, kind: mail.kind, error: errorText(error) },
      'a mail cannot be read: was it sealed under a master key that is gone?',
    )
    return null
  }
}

async function store(
  { database, log }: MailRelayDependencies,
  mail: ClaimedMail,
  result: PostResult,
): Promise<void> {
  if (result.isSent) return endMail(database, mail, 'Sent')
  const { error, isRefused, wasAnswered } = result
  if (isRefused) return parkMail(database, mail, { reason: 'Refused', error })
  const waitMs = Math.min(firstWaitMs * 2 ** Math.min(mail.attempts - 1, 20), waitMaxMs)
  log.warn({ mail: mail.id, kind: mail.kind, error, waitMs }, 'a mail was not sent: trying again')
  await postponeMail(database, mail, { error, wasAnswered, waitMs })
}
