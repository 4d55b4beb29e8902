/**
 * Proof that the holder of a session is who logged in: a session alone, which may be stolen, opens no
 * keys, redirects no money and lets nobody in. A login is one; it counts for minutes, in its session only.
 */
import { Problem } from '../../shared/problems.ts'
import { kindsOf, readSecondFactors } from '../../store/people/second-factors.ts'
import type { Person } from './people.ts'
import type { WithClock } from '../../store/parts.ts'

/** A proof counts this long, in real time. */
export const proofCountsMinutes = 15

/** Throws `SecondFactorRequired`, which says how to prove it, where no proof counts in this session. */
export async function requireProof(
  dependencies: WithClock,
  { provenAt, account }: Person,
): Promise<void> {
  const ageMs = provenAt ? dependencies.clock.realNow().getTime() - provenAt.getTime() : Infinity
  if (ageMs < proofCountsMinutes * 60_000) return
  const proofs = await proofsOf(dependencies, account.id)
  throw new Problem(
    'SecondFactorRequired',
    `This needs a proof, by ${proofs.join(' or ')}, that is no older than ${proofCountsMinutes} minutes: POST /dashboard/api/proof, then repeat the call.`,
    { details: { proofs } },
  )
}

/** The refusal of a call that has to carry the proof itself, whenever the session proved anything. */
export async function askForProofInCall(
  dependencies: WithClock,
  { account }: Person,
): Promise<Problem> {
  const proofs = await proofsOf(dependencies, account.id)
  return new Problem(
    'SecondFactorRequired',
    `This gives the account or its money away, so the call itself needs a proof, by ${proofs.join(' or ')}: repeat it with \`proof\` in its body.`,
    { details: { proofs, inCall: true } },
  )
}

/** Lists what proves who the account's owner is: the password where there is nothing else. */
async function proofsOf(dependencies: WithClock, accountId: string): Promise<string[]> {
  const kinds = kindsOf(await readSecondFactors(dependencies, accountId))
  return kinds.length > 0 ? kinds : ['Password']
}

/** Throws `SecondFactorRequired` where the account has more than a password to prove itself by. */
export async function refusePasswordAlone(
  dependencies: WithClock,
  accountId: string,
  how: string,
): Promise<void> {
  const proofs = kindsOf(await readSecondFactors(dependencies, accountId))
  if (proofs.length === 0) return
  throw new Problem(
    'SecondFactorRequired',
    `This account has a second factor (${proofs.join(', ')}): ${how}.`,
    { details: { proofs } },
  )
}
