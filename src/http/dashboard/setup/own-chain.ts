import type { ChainDirectory, DeployedChain } from '../../../shared/chain-directory.ts'
import { Problem } from '../../../shared/problems.ts'
import type { Owner } from '../../../shared/owner.ts'

/** Returns the chain of this name, if it is one of the owner's network; throws `NotFound`. */
export function requireChain(
  directory: ChainDirectory,
  { network }: Pick<Owner, 'network'>,
  name: string,
): DeployedChain {
  const chain = directory.chain(name)
  if (chain?.network === network) return chain
  const names = directory.ofNetwork(network).map((own) => own.name)
  const hint = names.length > 0 ? `use ${names.join(' or ')}` : 'the operator has none there yet'
  throw new Problem('NotFound', `There is no blockchain '${name}' on the ${network}; ${hint}.`)
}
