/**
 * The addresses from which an account has logged in: login attempts from there are counted apart, so
 * that a stranger elsewhere who keeps guessing does not shut the owner out.
 */
import { hashToken } from '../../shared/secrets/tokens.ts'
import type { WithClock } from '../parts.ts'

/** The most addresses of an account that are stored; those used last stay. */
export const knownAddressesMax = 10

/** An account's e-mail address, and a network address as limits count it: IPv4, or IPv6 /64. */
export type AccountAddress = { email: string; address: string }

export async function isKnownAddress(
  { database }: Pick<WithClock, 'database'>,
  origin: AccountAddress,
): Promise<boolean> {
  const known = await database.pool.query(
    `select from known_address join account on account.id = known_address.account_id
     where account.email = $1 and account.password_hash is not null
       and known_address.address_hash = $2`,
    [origin.email.toLowerCase(), addressHash(origin)],
  )
  return known.rowCount !== 0
}

/** Stores the address after the right password, or a valid token, came from it. */
export async function rememberAddress(
  { database, clock }: WithClock,
  origin: AccountAddress,
): Promise<void> {
  const email = origin.email.toLowerCase()
  await database.pool.query(
    `with owner as materialized (
       select id from account where email = $1 and password_hash is not null)
     insert into known_address (account_id, address_hash, used_at) select id, $2, $3 from owner
     on conflict (account_id, address_hash) do update set used_at = excluded.used_at`,
    [email, addressHash(origin), clock.realNow()],
  )
  await database.pool.query(
    `delete from known_address using account
     where account.email = $1 and account.password_hash is not null
       and known_address.account_id = account.id and address_hash not in
       (select address_hash from known_address where account_id = account.id
        order by used_at desc limit $2)`,
    [email, knownAddressesMax],
  )
}

const addressHash = ({ email, address }: AccountAddress): string =>
  hashToken(`${email.toLowerCase()} ${address}`)
