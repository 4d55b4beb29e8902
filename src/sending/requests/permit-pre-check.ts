/**
 * Finds out, without spending gas, what a permit would do now, by asking a node of each host. Only what as
 * many nodes say as must agree counts; until they do, the permit waits.
 */
import { askEachHost } from '../../chain/agreement/ask-each-host.ts'
import { findAgreed } from '../../chain/agreement/find-agreed.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import { tryPermit } from '../../chain/permits/try-permit.ts'
import type { PermitQuestion, PermitVerdict } from '../../chain/permits/explain-permit.ts'

export async function preCheckPermit(
  chain: ConnectedChain,
  question: PermitQuestion,
): Promise<PermitVerdict> {
  const byHost = await askEachHost(chain, (node) => tryPermit(node, question))
  const verdicts = byHost.map(({ answer }) => answer)
  const agreed = findAgreed(verdicts, chain.nodesToAgree)
  return agreed ?? (verdicts.length < chain.nodesToAgree ? 'NodesSilent' : 'NodesDiffer')
}
