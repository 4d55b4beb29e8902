import { proofProblems, proofRoute, requestProof } from '../leaving-proof.ts'
import { merchantRoute } from '../routing/route.ts'
import { requireSubscription } from './subscription-lookup.ts'

export const getLeavingProofRoute = merchantRoute({
  ...proofRoute,
  path: '/integration/subscriptions/{contractAddress}/proof',
  operationId: 'getLeavingProof',
  problems: [...proofProblems],
  async handle({ caller, params: { contractAddress }, dependencies }) {
    const found = await requireSubscription(dependencies, caller.owner, contractAddress)
    return { body: await requestProof(dependencies, found) }
  },
})
