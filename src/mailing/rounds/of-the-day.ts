/** Mails of which everybody gets one in a day: who has still to get today's. */
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../../store/database.ts'
import { type OptionalMailKind, rolesTold } from '../../store/mails/mail-kinds.ts'
import { listReaders } from '../../store/mails/mail-readers.ts'

/** They go out from this hour of the day on, in business time and UTC. */
const fromHour = 6
const ownersMax = 20

/** An owner's readers of today's mail, and the name that their mails have it by. */
export type DaysMail = {
  owner: Owner
  cause: string
  merchantName: string
  accountIds: string[]
}

/** Lists some of those who have still to get the mail of this moment's day; none before its hour. */
export async function listDaysMails(
  { pool }: Database,
  kind: OptionalMailKind,
  now: Date,
): Promise<{ mails: DaysMail[]; mayHaveMore: boolean }> {
  if (now.getUTCHours() < fromHour) return { mails: [], mayHaveMore: false }
  const day = now.toISOString().slice(0, 10)
  const { rows: owners } = await pool.query<Owner>({
    name: 'mails-of-the-day',
    text: `select distinct account.merchant_id as "merchantId", n.network
      from account cross join (values ('MainNet'), ('TestNet')) as n(network)
        left join mail_choice as choice on choice.account_id = account.id
      where account.merchant_id is not null and account.disabled_at is null
        and account.password_hash is not null and not account.is_demo and account.role = any($4)
        and (n.network = 'MainNet' or choice.includes_test_net)
        and not coalesce(choice.declined ? $1, false)
        and not exists (select from mail where mail.account_id = account.id and mail.kind = $1
          and mail.cause = n.network || '/' || $2)
      limit $3`,
    values: [kind, day, ownersMax, rolesTold[kind]],
  })
  const mails = await Promise.all(
    owners.map(async (owner) => {
      const readers = await listReaders(pool, owner, kind)
      const merchantName = readers[0]?.merchantName ?? ''
      const accountIds = readers.map(({ accountId }) => accountId)
      return { owner, cause: `${owner.network}/${day}`, merchantName, accountIds }
    }),
  )
  return { mails, mayHaveMore: owners.length === ownersMax }
}
