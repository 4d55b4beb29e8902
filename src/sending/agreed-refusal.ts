/** Finds out what would stop a charge of a contract now, where `nodesToAgree` nodes give the same answer. */
import type { Address } from 'viem'
import type { ConnectedChain } from '../chain/clients.ts'
import { previewCharges } from './previews.ts'
import type { Refusal } from '../chain/refusals.ts'
import { findGivenByEnough } from '../chain/agreement/find-agreed.ts'
import { pickOneOfEachHost } from '../chain/agreement/node-hosts.ts'

/**
 * Asks one node of each host what would stop a charge of the contract now.
 *
 * @returns `null` where nothing would; `undefined` where too few nodes give the same answer
 */
export async function readAgreedRefusal(
  chain: ConnectedChain,
  contract: Address,
): Promise<Refusal | null | undefined> {
  const { factory, nodesToAgree } = chain
  const answers = await Promise.all(
    pickOneOfEachHost(chain).map((reader) =>
      previewCharges({ reader, factory }, [contract]).catch(() => null),
    ),
  )
  const refusals = answers.flatMap((answer) => (answer ? [answer[0]!] : []))
  return findGivenByEnough(refusals, nodesToAgree)
}
