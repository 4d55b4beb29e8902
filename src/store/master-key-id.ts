/**
 * The id of the master key that a database belongs to, stored beside what the key wraps. A process
 * with another key does not start, instead of sealing secrets that no other process can open.
 */
import type { Log } from '../shared/log.ts'
import type { SecretOwner, Secrets } from '../shared/secrets/secrets.ts'
import type { Database } from './database.ts'
import { replaceMerchantKey } from './merchants/merchants.ts'
import { replaceTotpKey } from './people/second-factors.ts'
import type { WithSecrets } from './parts.ts'

/** Data keys that are wrapped anew before the next ones are read. */
const rewrappedTogether = 100

/**
 * Returns the id of the master key under which the secrets of this database are sealed; null where it has no
 * secrets, or no tables yet.
 */
export async function readMasterKeyId({ pool }: Pick<Database, 'pool'>): Promise<string | null> {
  const { rows } = await pool.query<{ isThere: boolean }>(
    `select to_regclass('master_key') is not null as "isThere"`,
  )
  if (!rows[0]!.isThere) return null
  const sealed = await pool.query<{ id: string | null }>(
    `select coalesce((select key_id from master_key),
       (select split_part(wrapped_key, '.', 2) from merchant limit 1)) as id`,
  )
  return sealed.rows[0]!.id
}

/**
 * Compares the keys of this process with the database; the first process that starts sets the id.
 *
 * @throws where the database, or the data key of any merchant, needs a key that this process lacks
 */
export async function requireMasterKey({
  log,
  ...dependencies
}: WithSecrets & { log: Log }): Promise<void> {
  const { database, secrets, clock } = dependencies
  await database.pool.query(
    `insert into master_key (place, key_id, since) values ('service', $1, $2) on conflict do nothing`,
    [secrets.masterKeyId, clock.realNow()],
  )
  const { rows } = await database.pool.query<{ key_id: string }>('select key_id from master_key')
  const storedId = rows[0]!.key_id
  const wrapping = await countByKey(dependencies)
  const unknown = [storedId, ...wrapping.keys()].find((id) => !secrets.masterKeyIds.includes(id))
  if (unknown) throw new Error(whyNotThisKey(dependencies, unknown, wrapping.get(unknown) ?? 0))
  const left = [...wrapping].filter(([id]) => id !== secrets.masterKeyId)
  if (storedId === secrets.masterKeyId && left.length === 0) return
  log.warn(
    { inUse: secrets.masterKeyId, stored: storedId, merchantsLeft: left[0]?.[1] ?? 0 },
    'the master key rotation is not finished: run `npm run operator -- rotate-master-key` with both keys',
  )
}

/** Whether this process has the key of the database, and opens the data key of its oldest merchant. */
export async function opensStoredKeys({
  database,
  secrets,
}: {
  database: Database
  secrets: Secrets
}): Promise<boolean> {
  const { rows } = await database.pool.query<{ keyId: string | null; owner: SecretOwner | null }>({
    name: 'read-sealed-key',
    text: `select (select key_id from master_key where place = 'service') as "keyId",
        (select jsonb_build_object('id', id, 'wrappedKey', wrapped_key) from merchant order by id limit 1) as owner`,
  })
  const { keyId, owner } = rows[0]!
  if (keyId !== null && !secrets.masterKeyIds.includes(keyId)) return false
  return owner === null || secrets.opens(owner)
}

/**
 * Wraps every data key under the master key in use, and then stores that key's id. A run that was
 * killed can be repeated; services that have both keys go on meanwhile.
 *
 * @returns how many data keys were wrapped anew
 */
export async function rotateMasterKey(dependencies: WithSecrets): Promise<number> {
  const { database, secrets, clock } = dependencies
  const wrapping = await countByKey(dependencies)
  const unknown = [...wrapping.keys()].find((id) => !secrets.masterKeyIds.includes(id))
  if (unknown) throw new Error(whyNotThisKey(dependencies, unknown, wrapping.get(unknown)!))
  let rewrapped = 0
  for (const place of wrappedKeys) rewrapped += await rewrapAll(dependencies, place)
  await database.pool.query(
    `insert into master_key (place, key_id, since) values ('service', $1, $2)
     on conflict (place) do update set key_id = $1, since = $2 where master_key.key_id <> $1`,
    [secrets.masterKeyId, clock.realNow()],
  )
  return rewrapped
}

/** The tables with wrapped data keys, whose each is, and how it is replaced. */
const wrappedKeys = [
  { table: 'merchant', id: 'id', replace: replaceMerchantKey },
  { table: 'totp', id: 'account_id', replace: replaceTotpKey },
] as const

async function rewrapAll(
  { database, secrets }: WithSecrets,
  { table, id, replace }: (typeof wrappedKeys)[number],
): Promise<number> {
  let rewrapped = 0
  for (;;) {
    const { rows } = await database.pool.query<{ id: string; wrappedKey: string }>(
      `select ${id} as id, wrapped_key as "wrappedKey" from ${table}
       where split_part(wrapped_key, '.', 2) <> $1 limit $2`,
      [secrets.masterKeyId, rewrappedTogether],
    )
    if (rows.length === 0) return rewrapped
    for (const owner of rows) if (await replace(database, owner, secrets.rewrap(owner))) rewrapped++
  }
}

/** Counts the data keys that are wrapped under each master key, by its id. */
async function countByKey({ database }: WithSecrets): Promise<Map<string, number>> {
  const { rows } = await database.pool.query<{ id: string; count: string }>(
    `select split_part(wrapped_key, '.', 2) as id, count(*)
     from (select wrapped_key from merchant union all select wrapped_key from totp) as wrapped group by 1`,
  )
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}

const whyNotThisKey = ({ secrets }: WithSecrets, needed: string, owners: number) =>
  `the secrets of this database (of ${owners} merchants and authenticators) are sealed under the master key ${needed}, and this process has ${secrets.masterKeyIds.join(' and ')}: set MASTER_KEY to the key of this database, or, to exchange it, MASTER_KEY to the new and MASTER_KEY_OLD to the old one`
