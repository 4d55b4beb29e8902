/** Refuses what a role may not do, with who may: rights are in the store's one table. */
import type { Network } from '../../shared/network.ts'
import { Problem } from '../../shared/problems.ts'
import type { AccountRole } from '../../store/people/account-roles.ts'
import { type Right, rights, rightsOf, rolesWith } from '../../store/people/rights.ts'

type RightQuestion = { role: AccountRole; network: Network; right: Right }

/** Throws `Forbidden`, with who may, where the role has not the right on the network. */
export function requireRightOf({ role, network, right }: RightQuestion): void {
  if (rightsOf(role, network).includes(right)) return
  const roles = rolesWith(right, network)
  const networkWords = network === 'TestNet' ? 'test network' : 'main network'
  throw new Problem(
    'Forbidden',
    `Your role is ${role}, which has not the right '${right}' (${rights[right]}) on the ${networkWords}. Ask somebody who has: ${roles.join(', ')}.`,
    { details: { role, right, roles } },
  )
}
