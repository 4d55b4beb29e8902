import { proofProblems, proofRoute, requestProof } from '../leaving-proof.ts'
import { customerRoute } from '../routing/route.ts'
import { requireOwnSubscription } from './own-subscriptions.ts'

export const getOwnLeavingProofRoute = customerRoute({
  ...proofRoute,
  path: '/session/subscriptions/{contractAddress}/proof',
  operationId: 'getOwnLeavingProof',
  problems: [...proofProblems],
  forLeaving: true,
  limit: 'change',
  async handle({ caller, params: { contractAddress }, dependencies }) {
    const found = await requireOwnSubscription(dependencies, caller, contractAddress)
    return { body: await requestProof(dependencies, found) }
  },
})
