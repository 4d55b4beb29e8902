/** The signatures of requests that changed something, stored while the same request could be sent again. */
import type { Database } from './database.ts'

/** Uses are counted up to this number, so that it never grows out of its column. */
const usesCounted = 1_000

/**
 * A signature's first use: its age and its Idempotency-Key. `uses` counts the uses with that key,
 * this one included.
 */
export type SignatureUse = { idempotencyKey: string | null; ageMs: number; uses: number }

/**
 * Stores a signature and counts its use, in one statement: uses at the same moment get different
 * numbers.
 */
export async function claimSignature(
  { pool }: Pick<Database, 'pool'>,
  signatureHash: string,
  idempotencyKey: string | null,
  now: Date,
): Promise<SignatureUse> {
  const { rows } = await pool.query<SignatureUse>({
    name: 'claim-signature',
    text: `insert into used_signature as known (signature_hash, idempotency_key, used_at)
      values ($1, $2, $3)
      on conflict (signature_hash) do update set uses = case
        when known.idempotency_key is distinct from $2 then known.uses
        else least(known.uses + 1, $4) end
      returning uses, idempotency_key as "idempotencyKey",
        (extract(epoch from $3::timestamptz - known.used_at) * 1000)::float8 as "ageMs"`,
    values: [signatureHash, idempotencyKey, now, usesCounted],
  })
  return rows[0]!
}

/** Deletes a signature whose only request failed, so that the request may be sent again. */
export async function releaseSignature(
  { pool }: Pick<Database, 'pool'>,
  signatureHash: string,
): Promise<void> {
  await pool.query('delete from used_signature where signature_hash = $1 and uses = 1', [
    signatureHash,
  ])
}

/** Deletes the signatures used before a moment from which on they are no longer valid. */
export async function forgetSignatures(
  { pool }: Pick<Database, 'pool'>,
  before: Date,
): Promise<number> {
  const { rowCount } = await pool.query('delete from used_signature where used_at < $1', [before])
  return rowCount ?? 0
}
