/**
 * API keys: a name of 128 random bits, so that nobody finds one by trying, and a secret of 256 bits,
 * shown once and stored sealed. It has to be stored because signatures, ours and the client's, are
 * made with it.
 */
import type { Pool } from 'pg'
import { newToken } from '../../shared/secrets/tokens.ts'
import type { Network } from '../../shared/network.ts'
import { type AuditTrail, changeWithTrail } from '../people/audit.ts'
import { ApiKey } from '../tables/merchants.ts'
import type { Owner } from '../../shared/owner.ts'
import { textArray } from '../binary-array.ts'
import { gather } from '../gathered/gather.ts'
import { enqueueRemoval } from '../engine/chore-queue.ts'
import { getMerchant } from './merchants.ts'
import type { MerchantDependencies, WithClock, WithDatabase } from '../parts.ts'

export type ApiKeySummary = {
  name: string
  label: string
  createdAt: Date
  /** Exact to the minute; null where it was never used. */
  lastUsedAt: Date | null
}
export type OpenedApiKey = Owner & { name: string; secret: string; isDemo: boolean }

const namePrefixes: Record<Network, string> = { TestNet: 'test_', MainNet: 'main_' }
const secretPurpose = ({ network, name }: { network: Network; name: string }) =>
  `api-key/${network}/${name}`

/** Creates a key; its secret is in this answer and can never be asked for again. */
export async function createApiKey(
  dependencies: MerchantDependencies,
  owner: Owner,
  label: string,
  {
    fixed,
    audit,
  }: { fixed?: { name: string; secret: string }; audit?: AuditTrail | undefined } = {},
): Promise<ApiKeySummary & { secret: string }> {
  const { database, secrets, clock } = dependencies
  const name = fixed?.name ?? namePrefixes[owner.network] + newToken(128)
  const secret = fixed?.secret ?? newToken(256)
  const merchant = await getMerchant(dependencies, owner.merchantId)
  const sealedSecret = secrets.seal(merchant, secretPurpose({ ...owner, name }), secret)
  const createdAt = clock.now()
  audit?.concern(name)
  await changeWithTrail(database, audit, async (client) => {
    await client.query(
      `insert into api_key (merchant_id, network, name, label, sealed_secret, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [owner.merchantId, owner.network, name, label, sealedSecret, createdAt],
    )
    return { before: null, after: { name, label } }
  })
  return { name, label, secret, createdAt, lastUsedAt: null }
}

type SealedKey = Owner & {
  name: string
  sealedSecret: string
  wrappedKey: string
  isDemo: boolean
}

/** Every request and every webhook needs one. */
const readKey = gather(async (pool: Pool, names: string[]) => {
  const { rows } = await pool.query<SealedKey>({
    name: 'api-keys',
    text: `select k.name, k.merchant_id as "merchantId", k.network, k.sealed_secret as "sealedSecret",
        m.wrapped_key as "wrappedKey", m.is_demo as "isDemo"
      from api_key k join merchant m on m.id = k.merchant_id where k.name = any($1)`,
    values: [textArray(names)],
  })
  const found = new Map(rows.map((row) => [row.name, row]))
  return names.map((name) => found.get(name))
})

/** Returns the key's owner and secret, or null for an unknown name. */
export async function findApiKey(
  { database, secrets }: Pick<MerchantDependencies, 'database' | 'secrets'>,
  name: string,
): Promise<OpenedApiKey | null> {
  const key = await readKey(database.pool, name)
  if (!key) return null
  const { merchantId, network, sealedSecret, wrappedKey, isDemo } = key
  const merchant = { id: merchantId, wrappedKey }
  const secret = secrets.open(merchant, secretPurpose({ network, name }), sealedSecret)
  return { name, merchantId, network, secret, isDemo }
}

export async function listApiKeys(
  dependencies: MerchantDependencies,
  owner: Owner,
): Promise<ApiKeySummary[]> {
  const keys = await findKeys(dependencies, owner)
  return keys.map(({ name, label, createdAt, lastUsedAt }) => ({
    name,
    label,
    createdAt,
    lastUsedAt: lastUsedAt ?? null,
  }))
}

/** Records that a key was used, at most once a minute, however often and from where it is called. */
export async function noteApiKeyUse({ database, clock }: WithClock, name: string): Promise<void> {
  await database.pool.query({
    name: 'note-api-key-use',
    text: `update api_key set last_used_at = $2 where name = $1
      and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')`,
    values: [name, clock.now()],
  })
}

/** Changes the label of the key; false where the owner has no such key. */
export async function relabelApiKey(
  { database }: WithDatabase,
  owner: Owner,
  name: string,
  label: string,
  audit?: AuditTrail,
): Promise<boolean> {
  const { merchantId, network } = owner
  const { before } = await changeWithTrail(database, audit, async (client) => {
    const key = [merchantId, network, name]
    const { rows } = await client.query<{ label: string }>(
      'select label from api_key where merchant_id = $1 and network = $2 and name = $3 for update',
      key,
    )
    await client.query(
      'update api_key set label = $4 where merchant_id = $1 and network = $2 and name = $3',
      [...key, label],
    )
    return { before: rows[0] ?? null, after: rows[0] ? { label } : null }
  })
  return before !== null
}

/**
 * Deletes the key for good, and ends what was to be sent under it; false where the owner has no such
 * key. The caller wakes the channel `webhook` afterwards.
 */
export async function deleteApiKey(
  { database, clock }: WithClock,
  owner: Owner,
  name: string,
  audit?: AuditTrail,
): Promise<boolean> {
  const { before } = await changeWithTrail(database, audit, async (client) => {
    const { rows } = await client.query<{ name: string; label: string }>(
      `delete from api_key where merchant_id = $1 and network = $2 and name = $3
       returning name, label`,
      [owner.merchantId, owner.network, name],
    )
    if (rows.length === 0) return { before: null, after: null }
    const removal = { endpointId: null, apiKey: name, reason: 'ApiKeyDeleted' } as const
    await enqueueRemoval(client, owner, removal, clock.now())
    return { before: rows[0]!, after: null }
  })
  return before !== null
}

function findKeys({ database }: MerchantDependencies, owner: Owner): Promise<ApiKey[]> {
  return database.orm.em.fork().find(ApiKey, { ...owner }, { orderBy: { createdAt: 'asc' } })
}
