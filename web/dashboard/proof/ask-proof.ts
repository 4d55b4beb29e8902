/**
 * Asks again who is there before something moves money or opens the door to it. A command that is refused for want of a
 * proof waits here until the proof is given, and is then sent once more: with the proof in it, where the command itself
 * has to carry one.
 */
import type { ComponentChildren } from 'preact'
import type { Command, DashboardClient } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'

/** The service would be convinced by one of these kinds, such as `Password`, `Totp` or `Passkey`. */
export type WantedProof = {
  kinds: readonly string[]
  /** The command itself has to carry the proof; otherwise the session proves it, for a while. */
  inCall: boolean
  /** What the proof is for. */
  consequence?: ComponentChildren
  /** Why the proof before this one was not taken. */
  refused?: ApiProblem
}

/** A proof as the service takes it. */
export type Proof = { password: string } | { code: string } | { passkey: object }

/** Resolves with the proof that was given; null where none was. One that is not `inCall` has been taken already. */
export type AskProof = (wanted: WantedProof) => Promise<Proof | null>

/** What the service asks for; null where it refused for another reason. */
export function wantedProof(error: unknown): WantedProof | null {
  if (!(error instanceof ApiProblem) || error.code !== 'SecondFactorRequired') return null
  const { proofs, inCall } = error.details
  const kinds = Array.isArray(proofs) ? proofs.map(String) : ['Password']
  return { kinds, inCall: inCall === true }
}

/** Sends a command; where the service wants a proof first, asks for one and sends it once more. */
export async function sendProven<T>(
  client: DashboardClient,
  command: Command,
  askProof: AskProof,
): Promise<T> {
  try {
    return await client.send<T>(command)
  } catch (error) {
    const wanted = wantedProof(error)
    const proof = wanted && (await askProof(wanted))
    if (!proof) throw error
    return wanted.inCall
      ? sendWith<T>(client, command, { wanted, proof, askProof })
      : client.send<T>(command)
  }
}

type ProofRequest = { wanted: WantedProof; proof: Proof; askProof: AskProof }

/** Sends a command with its proof; where it is the proof that is refused, another one is asked for. */
async function sendWith<T>(
  client: DashboardClient,
  command: Command,
  { wanted, proof, askProof }: ProofRequest,
): Promise<T> {
  try {
    return await client.send<T>({ ...command, body: { ...command.body, proof } })
  } catch (error) {
    const isOfProof = error instanceof ApiProblem && error.details['inCall'] === true
    const next = isOfProof && (await askProof({ ...wanted, refused: error }))
    if (!next) throw error
    return sendWith<T>(client, command, { wanted, proof: next, askProof })
  }
}
