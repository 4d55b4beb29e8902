/** The proof of leaving, which the relays make: HTTP opens no gas key. */
import { z } from 'zod'
import { LeavingProof } from '../shared/proofs/leaving-proof.ts'
import { Problem } from '../shared/problems.ts'
import type { StoredActor } from '../shared/stored-actor.ts'
import type { HttpDependencies } from './dependencies.ts'
import { ContractParams } from './schemas/path.ts'

/** A few calls to nodes, and a signature. */
const proofTimeoutMs = 5_000

const Answer = z.object({ proof: LeavingProof.nullable() })

/** The routes of merchants and of customers share this part. */
export const proofRoute = {
  method: 'GET',
  tag: 'Subscriptions',
  summary: 'Read the proof of leaving',
  description:
    'A dated statement that the contract is cancelled on its chain, and what its allowance is, signed (EIP-712) ' +
    'by the operator of the contract’s own terms: it can be checked without the service.',
  params: ContractParams,
  answer: { description: 'The proof, to be kept as a file.', schema: LeavingProof },
} as const
export const proofProblems = [
  'SubscriptionNotFound',
  'NotCancelledOnChain',
  'ServiceUnavailable',
] as const

/** @throws NotCancelledOnChain while there is nothing to prove */
export async function requestProof(
  { bus }: HttpDependencies,
  { status, snapshot: { context } }: StoredActor<'subscription'>,
): Promise<LeavingProof> {
  const { contractAddress } = context
  if (!context.isCancelledOnChain) throw notCancelled(status)
  const { proof } = Answer.parse(await bus.requestProof({ contractAddress }, proofTimeoutMs))
  if (!proof) throw notCancelled(status)
  return proof
}

const notCancelled = (status: string): Problem =>
  new Problem(
    'NotCancelledOnChain',
    `The subscription is ${status}, and its contract is not cancelled on the chain: there is nothing to prove yet. ` +
      'Cancel it, or take the allowance back, which ends a contract that was never deployed as well.',
    { details: { state: status } },
  )
