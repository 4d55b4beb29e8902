/** The signatures of requests that changed something, stored while the same request could be sent again. */
import type { Database } from './database.ts'

/** One use of a signature: from which address, and what it is known by, which is the same for its repetitions. */
export type SignatureUse = { signatureHash: string; address: string; mark: string }

/** What a signature may be used for: so many different uses of one address, within so long of the first. */
export type UsesAllowed = { usesMax: number; withinMs: number }

/**
 * Stores the use of a signature where it is allowed, in one statement, so that of uses at the same moment no more are stored than
 * may be. Returns whether it is stored now, by this call or by one before it, and how long ago the first use was.
 */
export async function claimSignature(
  { pool }: Pick<Database, 'pool'>,
  { signatureHash, address, mark }: SignatureUse,
  { usesMax, withinMs }: UsesAllowed,
  now: Date,
): Promise<{ isAllowed: boolean; ageMs: number }> {
  const firstUseFrom = new Date(now.getTime() - withinMs)
  const { rows } = await pool.query<{ isAllowed: boolean; ageMs: number }>({
    name: 'claim-signature',
    text: `insert into used_signature as known (signature_hash, address, uses, used_at)
      values ($1, $2, array[$3::text], $4)
      on conflict (signature_hash) do update set uses = case
        when $3 <> all(known.uses) and known.address = $2 and cardinality(known.uses) < $5
          and known.used_at >= $6
        then known.uses || $3::text else known.uses end
      returning $3 = any(uses) as "isAllowed",
        (extract(epoch from $4::timestamptz - known.used_at) * 1000)::float8 as "ageMs"`,
    values: [signatureHash, address, mark, now, usesMax, firstUseFrom],
  })
  return rows[0]!
}

/** Takes back a use that came to nothing, so that the request may be sent again. */
export async function releaseSignature(
  { pool }: Pick<Database, 'pool'>,
  { signatureHash, mark }: SignatureUse,
): Promise<void> {
  await pool.query(
    `with ended as (delete from used_signature where signature_hash = $1 and uses = array[$2::text])
     update used_signature set uses = array_remove(uses, $2::text)
     where signature_hash = $1 and uses <> array[$2::text]`,
    [signatureHash, mark],
  )
}

/** Deletes the signatures used before a moment from which on they are no longer valid. */
export async function forgetSignatures(
  { pool }: Pick<Database, 'pool'>,
  before: Date,
): Promise<number> {
  const { rowCount } = await pool.query('delete from used_signature where used_at < $1', [before])
  return rowCount ?? 0
}
