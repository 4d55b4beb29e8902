/**
 * Asks again who is there before something moves money or opens the door to it. A command that is refused for want of a
 * proof waits here until the proof is given, and is then sent once more.
 */
import { ApiProblem } from '../api/problem.ts'

/** The service would be convinced by one of these, such as `Password`, `Totp` or `Passkey`. */
export type ProofKinds = readonly string[]

/** Resolves with whether a proof was given. */
export type AskProof = (kinds: ProofKinds) => Promise<boolean>

/** The kinds of proof that the service asks for; null where it refused for another reason. */
export function wantedProofs(error: unknown): ProofKinds | null {
  if (!(error instanceof ApiProblem) || error.code !== 'SecondFactorRequired') return null
  const { proofs } = error.details
  return Array.isArray(proofs) ? proofs.map(String) : ['Password']
}
