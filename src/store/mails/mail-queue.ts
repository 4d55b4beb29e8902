/**
 * Mails that have to be sent. Each is a row, written in the commit of its cause and made of it, so that
 * whatever is tried again tells it once. What it tells is sealed under the master key and gone once it
 * is sent: the link of an invitation is in the mail, and nowhere else.
 */
import type { ClientBase, Pool } from 'pg'
import type { Clock } from '../../shared/clock.ts'
import { derivedId } from '../../shared/ids.ts'
import type { Network } from '../../shared/network.ts'
import type { Secrets } from '../../shared/secrets/secrets.ts'
import type { MailFacts, MailKind } from './mail-kinds.ts'

/** A mail to one account; `cause` names what it is about, once for ever. */
export type NewMail<K extends MailKind = MailKind> = {
  [Kind in K]: {
    kind: Kind
    cause: string
    accountId: string
    merchantId: string | null
    network: Network | null
    facts: MailFacts[Kind]
    /** The names that it lists, with blanks between them, where the next one is compared with it. */
    about?: string
    /** Real time; without it, three days from now. */
    expiresAt?: Date
  }
}[K]

const lifetimeMs = 3 * 24 * 60 * 60 * 1000

/** Takes mails where the settings have it send them; elsewhere there is none. */
export class MailQueue {
  readonly #secrets: Secrets
  readonly #clock: Clock

  constructor({ secrets, clock }: { secrets: Secrets; clock: Clock }) {
    this.#secrets = secrets
    this.#clock = clock
  }

  /** Writes mails inside the caller's commit; those that are there already stay as they are. */
  async enqueue(client: ClientBase | Pool, mails: NewMail[]): Promise<void> {
    if (mails.length === 0) return
    const now = this.#clock.realNow()
    const rows = mails.map((mail) => {
      const id = mailId(mail)
      return {
        id,
        kind: mail.kind,
        cause: mail.cause,
        account_id: mail.accountId,
        merchant_id: mail.merchantId,
        network: mail.network,
        sealed_facts: this.#secrets.sealOwn(id, JSON.stringify(mail.facts)),
        about: mail.about ?? null,
        expires_at: mail.expiresAt ?? new Date(now.getTime() + lifetimeMs),
      }
    })
    await client.query(
      `insert into mail (id, kind, cause, account_id, merchant_id, network, status, sealed_facts, about,
         available_at, created_at, expires_at)
       select id, kind, cause, account_id, merchant_id, network, 'Waiting', sealed_facts, about,
         to_timestamp(0), $2, expires_at
       from json_to_recordset($1) as t(id text, kind text, cause text, account_id text, merchant_id text,
         network text, sealed_facts text, about text, expires_at timestamptz)
       on conflict (id) do nothing`,
      [JSON.stringify(rows), now],
    )
  }

  /** Notes that a cause has nothing to tell to this account, so that nobody looks again. */
  async skip(
    client: ClientBase | Pool,
    mails: Omit<NewMail, 'facts' | 'about' | 'expiresAt'>[],
  ): Promise<void> {
    const now = this.#clock.realNow()
    for (const mail of mails)
      await client.query(
        `insert into mail (id, kind, cause, account_id, merchant_id, network, status,
           available_at, created_at, expires_at, ended_at)
         values ($1, $2, $3, $4, $5, $6, 'Skipped', $7, $7, $7, $7) on conflict (id) do nothing`,
        [mailId(mail), mail.kind, mail.cause, mail.accountId, mail.merchantId, mail.network, now],
      )
  }

  /** Opens what a row tells; throws where it was sealed under a key that is not known any more. */
  open(id: string, sealedFacts: string): unknown {
    return JSON.parse(this.#secrets.openOwn(id, sealedFacts))
  }
}

/** Names a mail by its cause and reader. */
const mailId = ({ kind, cause, accountId }: Pick<NewMail, 'kind' | 'cause' | 'accountId'>) =>
  derivedId(new Date(0), `mail/${kind}/${cause}/${accountId}`)
