/** The signatures of requests that changed something, stored while the same request could be sent again. */
import type { Pool } from 'pg'
import { textArray } from './binary-array.ts'
import { notSynced } from './commit.ts'
import type { Database } from './database.ts'
import { gather } from './gathered/gather.ts'

/** One use of a signature: from which address, and what it is known by, which is the same for its repetitions. */
export type SignatureUse = { signatureHash: string; address: string; mark: string }

/** What a signature may be used for: so many different uses of one address, within so long of the first. */
export type UsesAllowed = { usesMax: number; withinMs: number }

type Claim = SignatureUse & { now: Date }
type Claimed = { isAllowed: boolean; ageMs: number }
type Stored = { signatureHash: string; uses: string[]; usedAt: string }

const toClaimed = ({ mark, now }: Claim, { uses, usedAt }: Stored): Claimed => ({
  isAllowed: uses.includes(mark),
  ageMs: now.getTime() - Date.parse(usedAt),
})

/**
 * Makes what stores the use of a signature where that is allowed, so that of uses at the same moment no more are stored than may
 * be; it returns whether the use is stored now, by this call or by one before it, and how long ago the first one was.
 *
 * Claims of one moment share a statement, and none waits for the disk: what a request does is committed later than its
 * claim, so where that has outlived a crash, the claim has too (decision 0097).
 */
export const claimsOf = ({ usesMax, withinMs }: UsesAllowed) =>
  gather(
    async (pool: Pool, asked: Claim[]): Promise<Claimed[]> => {
      const ordered = asked.toSorted((one, other) =>
        one.signatureHash < other.signatureHash ? -1 : 1,
      )
      const column = (read: (one: Claim) => string) => textArray(ordered.map(read))
      const { rows } = await pool.query<Stored>({
        name: 'claim-signatures',
        text: `insert into used_signature as known (signature_hash, address, uses, used_at)
        select signature_hash, address, array[mark], now_at::timestamptz
        from unnest($1::text[], $2::text[], $3::text[], $4::text[])
          as asked(signature_hash, address, mark, now_at), ${notSynced}
        on conflict (signature_hash) do update set uses = case
          when excluded.uses[1] <> all(known.uses) and known.address = excluded.address
            and cardinality(known.uses) < $5
            and extract(epoch from excluded.used_at - known.used_at) * 1000 <= $6
          then known.uses || excluded.uses[1] else known.uses end
        returning signature_hash as "signatureHash", uses, used_at as "usedAt"`,
        values: [
          column(({ signatureHash }) => signatureHash),
          column(({ address }) => address),
          column(({ mark }) => mark),
          column(({ now }) => now.toISOString()),
          usesMax,
          withinMs,
        ],
      })
      const stored = new Map(rows.map((row) => [row.signatureHash, row]))
      return asked.map((one) => toClaimed(one, stored.get(one.signatureHash)!))
    },
    { nameOf: ({ signatureHash }) => signatureHash },
  )

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
