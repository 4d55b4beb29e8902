/** Finds which of a merchant's people get a mail: those of its roles who have set a password and are not shut out. */
import type { ClientBase, Pool } from 'pg'
import type { Owner } from '../../shared/owner.ts'
import { isWanted } from './mail-choices.ts'
import { rolesTold } from './mail-kinds.ts'

type Reader = { accountId: string; merchantName: string }
type Row = Reader & { declined: string[]; includesTestNet: boolean }

/** Lists them; accounts of the demo, whose addresses are invented, get nothing. */
export async function listReaders(
  client: ClientBase | Pool,
  { merchantId, network }: Owner,
  kind: keyof typeof rolesTold,
): Promise<Reader[]> {
  const { rows } = await client.query<Row>(
    `select account.id as "accountId", merchant.name as "merchantName",
       coalesce(choice.declined, '[]') as declined,
       coalesce(choice.includes_test_net, false) as "includesTestNet"
     from account join merchant on merchant.id = account.merchant_id
       left join mail_choice as choice on choice.account_id = account.id
     where account.merchant_id = $1 and account.disabled_at is null
       and account.password_hash is not null and not account.is_demo and account.role = any($2)
     order by account.id`,
    [merchantId, rolesTold[kind]],
  )
  return rows
    .filter((row) => isWanted(kind, network, row))
    .map(({ accountId, merchantName }) => ({ accountId, merchantName }))
}
