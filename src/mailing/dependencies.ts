/** What the sending of mails needs, and what the search for mails that are due needs. */
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { MailSettings, SmtpSettings } from '../shared/mail/mail-settings.ts'
import type { Secrets } from '../shared/secrets/secrets.ts'
import type { Database } from '../store/database.ts'
import type { MailQueue } from '../store/mails/mail-queue.ts'
import type { ChainDirectory } from '../shared/chain-directory.ts'

export type MailRelayDependencies = {
  database: Database
  clock: Clock
  secrets: Secrets
  log: Log
  mails: MailQueue
  mail: MailSettings & { smtp: SmtpSettings }
  /** The service's address from outside. */
  baseUrl: string
}

export type RoundDependencies = Pick<MailRelayDependencies, 'database' | 'clock' | 'mails'> & {
  directory: ChainDirectory
}
