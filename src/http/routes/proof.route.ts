import { requireActor } from '../commands.ts'
import { proofProblems, proofRoute, requestProof } from '../leaving-proof.ts'
import { merchantRoute } from '../routing/route.ts'

export const getLeavingProofRoute = merchantRoute({
  ...proofRoute,
  path: '/integration/subscriptions/{contractAddress}/proof',
  operationId: 'getLeavingProof',
  problems: [...proofProblems],
  async handle({ caller: { owner }, params: { contractAddress: entityId }, dependencies }) {
    const found = await requireActor(dependencies, { kind: 'subscription', entityId, owner })
    return { body: await requestProof(dependencies, found) }
  },
})
