/** The parts of the service that functions of the store, and those that call them, are given. */
import type { ChainDirectory } from '../shared/chain-directory.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Secrets } from '../shared/secrets/secrets.ts'
import type { Database } from './database.ts'
import type { MailQueue } from './mails/mail-queue.ts'

export type WithDatabase = { database: Database }
export type WithClock = WithDatabase & { clock: Clock }
export type WithLog = WithClock & { log: Log }
export type WithSecrets = WithClock & { secrets: Secrets }
export type WithDirectory = WithClock & { directory: ChainDirectory }
/** Takes mails; where mail is off there is none. */
export type WithMails = WithClock & { mails?: MailQueue | undefined }

/** Everything that acts for merchants works with these. */
export type MerchantDependencies = WithSecrets & WithMails
