/** Asks one node what would come of charges now: by a preview and, where that refuses, by the contract's state. */
import type { Client } from 'viem'
import type { ConnectedChain } from '../../chain/clients.ts'
import { readContractStates } from '../../chain/contract-state.ts'
import { type Preview, previewActivations, previewCharges } from '../previews.ts'
import type { Refusal } from '../../chain/refusals.ts'
import type { ChargeRequest } from './charge-requests.ts'

/**
 * `Ready`: it would go through. `Early`: it is not due by the chain's clock. `Charged`, `Stopped`: the
 * period has been charged, or the contract paused or cancelled, and the service has not read the event, or it is about
 * to come into a block: nothing of that is a failure.
 */
export type NodeVerdict =
  | 'Ready'
  | 'Early'
  | 'Charged'
  | 'Stopped'
  | Exclude<Refusal, 'NotDue' | 'Finished' | 'Paused' | 'Cancelled'>

/** Asks a node about requests that are all initial charges, or all not; returns a verdict for each, in order. */
export async function askForVerdicts(
  node: Client,
  { factory }: ConnectedChain,
  requests: ChargeRequest[],
): Promise<NodeVerdict[]> {
  const preview = await previewOf({ reader: node, factory }, requests)
  const unread = await findUnread(node, requests, preview)
  return preview.map((refusal, index) => {
    if (refusal === null) return 'Ready'
    return unread.get(index) ?? verdictOf(refusal)
  })
}

/** Judges by the preview of the coming block what the newest block does not show yet. */
function verdictOf(refusal: Refusal): NodeVerdict {
  if (refusal === 'NotDue') return 'Early'
  if (refusal === 'Finished') return 'Charged'
  return refusal === 'Paused' || refusal === 'Cancelled' ? 'Stopped' : refusal
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
const mayBeUnread = new Set<Preview[number] | undefined>([
  'NotDue',
  'Paused',
  'Cancelled',
  'Finished',
  'GraceExpired',
  'DraftExpired',
  'TransferFailed',
])

/** Finds the requests that are refused because of an event that was not read, by their place in the batch. */
async function findUnread(
  node: Client,
  requests: ChargeRequest[],
  preview: Preview,
): Promise<Map<number, NodeVerdict>> {
  const refused = [...preview.keys()].filter((index) => mayBeUnread.has(preview[index]))
  const contracts = refused.map((index) => requests[index]!.contractAddress)
  const states = await readContractStates(node, contracts)
  const unread = new Map<number, NodeVerdict>()
  for (const [at, index] of refused.entries()) {
    const state = states[at]
    if ((state?.charged ?? 0) >= requests[index]!.period) unread.set(index, 'Charged')
    else if (preview[index] === 'NotDue') continue
    else if (state?.frozenBy || state?.isCancelled) unread.set(index, 'Stopped')
  }
  return unread
}
