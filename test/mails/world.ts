/** The dashboard with mail on, a post office, and what is needed to send. */
import { startMailRelay } from '../../src/mailing/mail.relay.ts'
import type { MailSettings, SmtpSettings } from '../../src/shared/mail/mail-settings.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { createLog, type Log } from '../../src/shared/log.ts'
import type { Database } from '../../src/store/database.ts'
import { createAccount } from '../../src/store/people/accounts.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import { MailQueue } from '../../src/store/mails/mail-queue.ts'
import { createSubscription } from '../dashboard/actors.ts'
import type { Dashboard } from '../dashboard/service.ts'
import { createDependencies } from '../dashboard/world.ts'
import { PostOffice } from './post-office.ts'

export const baseUrl = 'https://pay.example'

export const smtpOf = (office: PostOffice, changes: Partial<SmtpSettings> = {}): SmtpSettings => ({
  host: 'localhost',
  port: office.port,
  tls: 'off',
  credentials: null,
  certificateAuthorities: null,
  ...changes,
})

export async function createMailWorld() {
  const dependencies = await createDependencies()
  const office = await PostOffice.start()
  const mails = new MailQueue(dependencies)
  const world = { ...dependencies, mails, office }
  return {
    ...world,
    /** Starts to send; each test stops its own. */
    startRelay: (changes: Partial<SmtpSettings> = {}, log: Log = createLog('silent')) => {
      const mail: MailSettings & { smtp: SmtpSettings } = {
        from: { name: 'Mandate', address: 'mandate@pay.example' },
        smtp: smtpOf(office, changes),
      }
      return startMailRelay({ ...dependencies, mails, log, mail, baseUrl })
    },
    async newPerson(name: string, merchantId?: string) {
      const email = `${name}-${Math.random().toString(36).slice(2)}@example.test`
      const id = merchantId ?? (await createMerchant(dependencies, name))
      const account = {
        email,
        password: 'a long password',
        role: 'Owner',
        merchantId: id,
      } as const
      return { email, merchantId: id, accountId: await createAccount(dependencies, account) }
    },
    listMails: (accountId: string) => listMails(dependencies.database, accountId),
    /** Makes what waits for another try wait no longer. */
    async hurry() {
      await dependencies.database.pool.query(
        `update mail set available_at = now() where status = 'Waiting'`,
      )
    },
    async close() {
      await office.stop()
      await dependencies.database.close()
    },
  }
}
export type ActiveValues = { atRisk: boolean; nextChargeAt: string; allowance?: string }

/** A subscription that is charged, as a merchant's would be after its start. */
export async function newActiveSubscription(
  dashboard: Dashboard,
  owner: Owner,
  { customerId, atRisk, nextChargeAt, allowance }: ActiveValues & { customerId: string },
): Promise<string> {
  const id = await createSubscription(dashboard, owner, { customerId })
  const reason = atRisk ? 'InsufficientBalance' : null
  const context = { isAtRisk: atRisk, nextChargeAt, reason, allowance: allowance ?? '100000000' }
  await dashboard.database.pool.query(
    `update subscription set status = 'Active', phase = 'Current', snapshot = jsonb_set(snapshot,
       '{context}', snapshot->'context' || $2::jsonb) where id = $1`,
    [id, JSON.stringify(context)],
  )
  return id
}

export type MailWorld = Awaited<ReturnType<typeof createMailWorld>>

type StoredMail = {
  id: string
  kind: string
  status: string
  reason: string | null
  lastError: string | null
  attempts: number
  sealedFacts: string | null
}

async function listMails({ pool }: Database, accountId: string): Promise<StoredMail[]> {
  const { rows } = await pool.query<StoredMail>(
    `select id, kind, status, reason, last_error as "lastError", attempts,
       sealed_facts as "sealedFacts" from mail where account_id = $1 order by created_at, id`,
    [accountId],
  )
  return rows
}
