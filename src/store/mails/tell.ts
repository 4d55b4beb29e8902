/** Tells people of what somebody did, by mails that are written in the commit of the change. Without mail, nothing. */
import type { ClientBase } from 'pg'
import type { Owner } from '../../shared/owner.ts'
import type { MailFacts } from './mail-kinds.ts'
import type { MailQueue } from './mail-queue.ts'
import { listReaders } from './mail-readers.ts'

/** There is no queue where mail is off. */
type WithMails = { mails?: MailQueue | undefined }

/** Sends an invitation or a reset to its account. */
export async function tellAccountLink(
  client: ClientBase,
  { mails }: WithMails,
  {
    accountId,
    expiresAt,
    ...link
  }: { accountId: string; expiresAt: Date } & Omit<
    MailFacts['accountLink'],
    'merchantName' | 'expiresAt'
  >,
): Promise<void> {
  if (!mails) return
  const { rows } = await client.query<{ merchantId: string | null; merchantName: string | null }>(
    `select merchant.id as "merchantId", merchant.name as "merchantName"
     from account left join merchant on merchant.id = account.merchant_id where account.id = $1`,
    [accountId],
  )
  const { merchantId = null, merchantName = null } = rows[0] ?? {}
  // A mail is named by its cause, and names are seen: the expiry says which link of the account it is.
  const cause = `${accountId}/${link.purpose}/${expiresAt.toISOString()}`
  const facts = { ...link, merchantName, expiresAt: expiresAt.toISOString() }
  await mails.enqueue(client, [
    { kind: 'accountLink', cause, accountId, merchantId, network: null, facts, expiresAt },
  ])
}

/** Tells every Owner of a change of a receiver; `changeId` names it, once for ever. */
export async function tellReceiverChanged(
  client: ClientBase,
  { mails }: WithMails,
  owner: Owner,
  {
    changeId,
    ...change
  }: { changeId: string } & Omit<MailFacts['receiverChanged'], 'merchantName' | 'network'>,
): Promise<void> {
  if (!mails) return
  const readers = await listReaders(client, owner, 'receiverChanged')
  await mails.enqueue(
    client,
    readers.map(({ accountId, merchantName }) => ({
      kind: 'receiverChanged',
      cause: changeId,
      accountId,
      ...owner,
      facts: { ...change, merchantName, network: owner.network },
    })),
  )
}
