/**
 * The log of what people do in the dashboard. An entry is written in the commit of the change, be that a row of
 * ours or an actor's turn, to which it travels with the command. The table only grows.
 */
import type { ClientBase, Pool, PoolClient } from 'pg'
import type { AuditedCommand } from '../../shared/message.ts'
import { runInOneCommit } from '../commit.ts'
import type { Database } from '../database.ts'

/** Begins a statement, also of a turn beside its own tables, that writes the entries which follow. */
export const insertIntoAudit = `insert into audit_entry (id, merchant_id, network, account_id, email, role, address, call,
  subject, asked, before, after, at)`

/** Holds what was there, and what is there now; null: nothing, or not known. */
export type AuditDifference = { before: unknown; after: unknown }

/** The entry of one audited command: written once, however many places could write it. */
export class AuditTrail {
  #command: AuditedCommand
  #difference: AuditDifference = { before: null, after: null }
  #isWritten = false

  constructor(command: AuditedCommand) {
    this.#command = command
  }

  get command(): AuditedCommand {
    return this.#command
  }

  /** Names what the command makes, where the address of its call names nothing; and the merchant that comes to be by it. */
  concern(subject: string, merchantId: string | null = null): void {
    const { command } = this
    this.#command = {
      ...command,
      subject: command.subject || subject,
      merchantId: command.merchantId ?? merchantId,
    }
  }

  /** Says what the command has changed, for an entry that is written later. */
  note(difference: AuditDifference): void {
    this.#difference = difference
  }

  /** Writes the entry, in the commit of the change. */
  async write(client: ClientBase | Pool, difference = this.#difference): Promise<void> {
    const { id, merchantId, network, accountId, email, role, ...command } = this.command
    const { address, call, subject, asked, at } = command
    await client.query(
      `${insertIntoAudit}
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
       on conflict (id) do nothing`,
      [
        id,
        merchantId,
        network,
        accountId,
        email,
        role,
        address,
        call,
        subject,
        toJson(asked),
        toJson(difference.before),
        toJson(difference.after),
        at,
      ],
    )
    this.#isWritten = true
  }

  /** Writes the entry where no commit of the change has; an actor's turn may have, under the same id. */
  async finish(pool: Pool): Promise<void> {
    if (!this.#isWritten) await this.write(pool)
  }
}

const toJson = (value: unknown) =>
  value === null || value === undefined ? null : JSON.stringify(value)

/** Changes rows of ours and writes the entry, if it is an audited command, in one commit. */
export async function changeWithTrail<Changed extends AuditDifference>(
  { pool }: Pick<Database, 'pool'>,
  audit: AuditTrail | undefined,
  change: (client: PoolClient) => Promise<Changed>,
): Promise<Changed> {
  return runInOneCommit(pool, async (client) => {
    const changed = await change(client)
    const { before, after } = changed
    if (before !== null || after !== null) await audit?.write(client, { before, after })
    return changed
  })
}
