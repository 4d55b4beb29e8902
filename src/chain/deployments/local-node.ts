/**
 * Verifies that a chain that the chains file calls embedded is a local one. There the service deploys
 * contracts, moves the time, and lets the demo in, so the file alone is not believed.
 */
import type { Client } from 'viem'
import { errorText } from '../../shared/errors.ts'
import type { Reachable } from '../clients.ts'
import { isNoAnswer } from '../rpc/complaints.ts'

/** @throws where a node of the chain is not anvil, which alone answers `anvil_nodeInfo`, or does not answer at all */
export async function requireLocalNode(
  { name }: Pick<Reachable, 'name'>,
  nodes: Client[],
): Promise<void> {
  const answers = await Promise.allSettled(
    nodes.map((node) => node.request({ method: 'anvil_nodeInfo' } as never)),
  )
  const refusal = answers.find((answer) => answer.status === 'rejected')
  if (!refusal) return
  // It went away between two questions, and may come back as what it is called.
  if (isNoAnswer(refusal.reason)) throw refusal.reason
  throw new Error(
    `${name} is "embedded" in the chains file, which is for a local anvil, and a node of it does not answer anvil_nodeInfo (${errorText(refusal.reason).split('\n')[0]}): take "embedded" out, and name its factories and token addresses`,
  )
}
