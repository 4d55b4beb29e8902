/**
 * Ends the replay of captured requests. A signature stays valid for minutes, because clocks differ;
 * somebody who captures a signed POST could send it again meanwhile, under another Idempotency-Key or none,
 * which no signature covers. So a signature counts once, for one Idempotency-Key.
 *
 * Clients sign with whole seconds, so two honest requests that are alike in every byte have the same
 * signature when they are made within one second; a second use within a moment is left for that.
 */
import { createHash } from 'node:crypto'
import { Problem } from '../../shared/problems.ts'
import { claimSignature, releaseSignature, type SignatureUse } from '../../store/used-signatures.ts'
import type { HttpDependencies } from '../dependencies.ts'
import type { Caller } from './authenticate.ts'

/** The longest time between two requests that are alike and both count. */
const alikeWithinMs = 2_000
/** The number of requests that may be alike, the first among them. */
const alikeMax = 2

type Signed = { caller: Caller; idempotencyKey: string | null }

/** Does what a request asks for, once for its signature; throws `Forbidden` for one that was used. */
export async function useSignatureOnce<Result>(
  { database, clock }: Pick<HttpDependencies, 'database' | 'clock'>,
  { caller, idempotencyKey }: Signed,
  act: () => Promise<Result>,
): Promise<Result> {
  if (caller.signature === null) return act()
  const hash = createHash('sha256').update(`${caller.keyName} ${caller.signature}`).digest('hex')
  const use = await claimSignature(database, hash, idempotencyKey, clock.realNow())
  if (!mayBeUsed(use, idempotencyKey))
    throw new Problem(
      'Forbidden',
      `This signature was used before, first ${Math.round(use.ageMs / 1000)} s ago. Sign every request anew, with x-api-ts of now; to repeat one without doing it twice, send the same Idempotency-Key each time.`,
    )
  try {
    return await act()
  } catch (error) {
    const cameToNothing = !(error instanceof Problem) || error.status >= 500
    if (cameToNothing) await releaseSignature(database, hash).catch(() => undefined)
    throw error
  }
}

/** With an Idempotency-Key the same answer comes again, however often it is asked for. */
function mayBeUsed(use: SignatureUse, idempotencyKey: string | null): boolean {
  if (use.idempotencyKey !== idempotencyKey) return false
  if (idempotencyKey !== null || use.uses === 1) return true
  return use.uses <= alikeMax && use.ageMs <= alikeWithinMs
}
