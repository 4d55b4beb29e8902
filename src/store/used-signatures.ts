/** Signatures of requests that changed something, remembered while they could still be sent again. */
import type { Database } from './database.ts'

/** No more than this is told apart, so that the number never grows out of its column. */
const usesCounted = 1_000

/**
 * A signature's first use: when, and with which Idempotency-Key. `uses` are those with that key,
 * this one among them.
 */
export type SignatureUse = { idempotencyKey: string | null; ageMs: number; uses: number }

/**
 * Remembers a signature and counts its use, in one statement: uses at the same moment get different
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

/** Forgets a signature whose only request came to nothing, so that it may be sent again. */
export async function releaseSignature(
  { pool }: Pick<Database, 'pool'>,
  signatureHash: string,
): Promise<void> {
  await pool.query('delete from used_signature where signature_hash = $1 and uses = 1', [
    signatureHash,
  ])
}

/** Forgets the signatures used before a moment at which they were no longer valid. */
export async function forgetSignatures({ pool }: Pick<Database, 'pool'>, before: Date) {
  await pool.query('delete from used_signature where used_at < $1', [before])
}
