/** What one node says would come of charges now: a preview, and where it refuses, what stands in the contract. */
import type { Client } from 'viem'
import type { ConnectedChain } from '../../chain/clients.ts'
import { readContractStates } from '../../chain/contract-state.ts'
import { type Preview, previewActivations, previewCharges } from '../previews.ts'
import type { Refusal } from '../../chain/refusals.ts'
import type { ChargeRequest } from './charge-requests.ts'

/**
 * `Ready`: it would go through. `Early`: it is not due by the chain's clock. `Charged`, `Stopped`: what is
 * refused has been charged, or was paused or cancelled, and the service has not heard of it.
 */
export type NodeVerdict = 'Ready' | 'Early' | 'Charged' | 'Stopped' | Exclude<Refusal, 'NotDue'>

/** Asks a node about requests that are all initial charges, or all not; one word for each, in order. */
export async function askForVerdicts(
  node: Client,
  { factory }: ConnectedChain,
  requests: ChargeRequest[],
): Promise<NodeVerdict[]> {
  const preview = await previewOf({ reader: node, factory }, requests)
  const unheard = await findUnheard(node, requests, preview)
  return preview.map((refusal, index) => {
    if (refusal === null) return 'Ready'
    return unheard.get(index) ?? (refusal === 'NotDue' ? 'Early' : refusal)
  })
}

const previewOf = (
  chain: Pick<ConnectedChain, 'reader' | 'factory'>,
  requests: ChargeRequest[],
): Promise<Preview> =>
  requests[0]?.isInitial
    ? previewActivations(
        chain,
        requests.map(({ subscription }) => subscription),
      )
    : previewCharges(
        chain,
        requests.map(({ contractAddress }) => contractAddress),
      )

/** Refusals behind which there may be an event of the contract that was not read. */
const mayBeUnheard = new Set<Preview[number] | undefined>([
  'NotDue',
  'Paused',
  'Cancelled',
  'Finished',
  'GraceExpired',
  'DraftExpired',
  'TransferFailed',
])

/** Who is refused for what the service has not heard of, by place in the batch. */
async function findUnheard(
  node: Client,
  requests: ChargeRequest[],
  preview: Preview,
): Promise<Map<number, NodeVerdict>> {
  const refused = [...preview.keys()].filter((index) => mayBeUnheard.has(preview[index]))
  const contracts = refused.map((index) => requests[index]!.contractAddress)
  const states = await readContractStates(node, contracts)
  const unheard = new Map<number, NodeVerdict>()
  for (const [at, index] of refused.entries()) {
    const state = states[at]
    if ((state?.charged ?? 0) >= requests[index]!.period) unheard.set(index, 'Charged')
    else if (preview[index] === 'NotDue') continue
    else if (state?.frozenBy || state?.isCancelled) unheard.set(index, 'Stopped')
  }
  return unheard
}
