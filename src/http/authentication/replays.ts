/**
 * Ends the replay of captured requests. A signature stays valid for minutes, because clocks differ;
 * somebody who captures a signed POST could send it again meanwhile, under another Idempotency-Key or none,
 * which no signature covers.
 *
 * Clients sign with whole seconds, so honest requests that are alike in every byte have the same signature when they
 * are made within one second. A few count, then: different Idempotency-Keys, or requests without one, from the
 * address of the first, within a moment of it. Under a key that has counted it is the same request again, at any time. Decision 0143.
 */
import { createHash, randomUUID } from 'node:crypto'
import { Problem } from '../../shared/problems.ts'
import { claimsOf, releaseSignature, type SignatureUse } from '../../store/used-signatures.ts'
import type { Caller } from './authenticate.ts'
import type { WithClock } from '../../store/parts.ts'

/** What two requests that are alike may differ by: a second of the client, and their ways here. */
const claim = claimsOf({ usesMax: 10, withinMs: 2_000 })
/** A signature of the next second is another one. */
const retryAfterSeconds = '1'

type Signed = { caller: Caller; idempotencyKey: string | null; address: string }

/**
 * Does what a request asks for, once its signature may be used for that; throws `SignatureUsed` where it may not. What is done
 * begins at once, and waits for `admitted` before it changes anything.
 */
export async function useSignature<Result>(
  dependencies: WithClock,
  { caller, idempotencyKey, address }: Signed,
  act: (admitted: Promise<void>) => Promise<Result>,
): Promise<Result> {
  if (caller.signature === null) return act(Promise.resolve())
  const signatureHash = createHash('sha256')
    .update(`${caller.keyName} ${caller.signature}`)
    .digest('hex')
  // No header can hold a line break, so no key is one of these.
  const use = { signatureHash, address, mark: idempotencyKey ?? `\n${randomUUID()}` }
  const admitted = claimUse(dependencies, use)
  admitted.catch(() => undefined)
  try {
    return await act(admitted)
  } catch (error) {
    const cameToNothing = !(error instanceof Problem) || error.status >= 500
    // Under its key it may come again anyway.
    if (cameToNothing && idempotencyKey === null)
      await releaseSignature(dependencies.database, use).catch(() => undefined)
    throw error
  }
}

async function claimUse({ database, clock }: WithClock, use: SignatureUse): Promise<void> {
  const { isAllowed, ageMs } = await claim(database.pool, { ...use, now: clock.realNow() })
  if (!isAllowed) throw signatureUsed(ageMs)
}

const signatureUsed = (ageMs: number) =>
  new Problem(
    'SignatureUsed',
    `This signature was used before, first ${Math.round(ageMs / 1000)} s ago. Sign every request anew, with x-api-ts of now: in milliseconds, or a second later, it is another one. To repeat a request without doing it twice, send the same Idempotency-Key each time.`,
    { headers: { 'retry-after': retryAfterSeconds } },
  )
