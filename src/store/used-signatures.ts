/** Signatures of requests that changed something, remembered while they could still be sent again. */
import type { Database } from './database.ts'

/** A signature's first use: when, and with which Idempotency-Key. */
export type FirstUse = { isFirst: boolean; idempotencyKey: string | null; ageMs: number }

/** Remembers a signature, or returns its first use. */
export async function claimSignature(
  { pool }: Pick<Database, 'pool'>,
  signatureHash: string,
  idempotencyKey: string | null,
  now: Date,
): Promise<FirstUse> {
  const { rows } = await pool.query<FirstUse>({
    name: 'claim-signature',
    text: `insert into used_signature as known (signature_hash, idempotency_key, used_at)
      values ($1, $2, $3)
      on conflict (signature_hash) do update set used_at = known.used_at
      returning xmax = 0 as "isFirst", idempotency_key as "idempotencyKey",
        (extract(epoch from $3::timestamptz - known.used_at) * 1000)::float8 as "ageMs"`,
    values: [signatureHash, idempotencyKey, now],
  })
  return rows[0]!
}

/** Forgets a signature whose request came to nothing, so that it may be sent again. */
export async function releaseSignature(
  { pool }: Pick<Database, 'pool'>,
  signatureHash: string,
): Promise<void> {
  await pool.query('delete from used_signature where signature_hash = $1', [signatureHash])
}

/** Forgets the signatures used before a moment at which they were no longer valid. */
export async function forgetSignatures({ pool }: Pick<Database, 'pool'>, before: Date) {
  await pool.query('delete from used_signature where used_at < $1', [before])
}
