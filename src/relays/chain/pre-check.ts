/**
 * Finds out, without spending gas, which requests would succeed now. What would fail is told with
 * its exact reason; what the chain's clock does not allow yet waits and costs no attempt.
 */
import type { Client } from 'viem'
import type { ConnectedChain } from '../../chain/clients.ts'
import { readContractStates } from '../../chain/contract-state.ts'
import { type Preview, previewActivations, previewCharges } from '../../chain/previews.ts'
import { reasonsOfFailedTransfers } from '../../chain/shortage.ts'
import type { ChargeRequest } from './charge-requests.ts'

export type Verdict =
  | { kind: 'ready' }
  | { kind: 'fails'; reason: string }
  | { kind: 'wait'; delayMs: number; why: string }

const isReady: Verdict = { kind: 'ready' }
/** The chain's clock is a little behind ours. */
const isEarly: Verdict = { kind: 'wait', delayMs: 1_000, why: "it is not due by the chain's clock" }
/** It has been charged, and the watcher is about to say so; if not, its events are read again. */
const isCharged: Verdict = { kind: 'wait', delayMs: 2_000, why: 'the period has been charged' }
/** It was stopped on chain, of which the watcher has not heard: no attempt of the payer's has failed. */
const isStopped: Verdict = {
  kind: 'wait',
  delayMs: 2_000,
  why: 'the contract is paused or cancelled, and its events are to be read',
}
const isUntried: Verdict = { kind: 'wait', delayMs: 1_000, why: 'the preview ran out of gas' }

/** Judges requests that are all initial charges, or all not; one verdict for each, in order. */
export async function preCheck(
  chain: ConnectedChain,
  requests: ChargeRequest[],
): Promise<Verdict[]> {
  const preview = await previewOf(chain, requests)
  const reasons = await transferReasons(chain, requests, preview)
  const waits = await waitsOf(chain.reader, requests, preview)
  return preview.map((refusal, index): Verdict => {
    if (refusal === null) return isReady
    if (refusal === 'NotTried') return isUntried
    const wait = waits.get(index)
    if (wait) return wait
    return { kind: 'fails', reason: reasons.get(index) ?? refusal }
  })
}

const previewOf = (chain: ConnectedChain, requests: ChargeRequest[]): Promise<Preview> =>
  requests[0]?.isInitial
    ? previewActivations(
        chain,
        requests.map(({ subscription }) => subscription),
      )
    : previewCharges(
        chain,
        requests.map(({ contractAddress }) => contractAddress),
      )

async function transferReasons(
  chain: ConnectedChain,
  requests: ChargeRequest[],
  preview: Preview,
): Promise<Map<number, string>> {
  const failed = indexesOf(preview, 'TransferFailed')
  const subscriptions = failed.map((index) => requests[index]!.subscription)
  const reasons = await reasonsOfFailedTransfers(chain.reader, subscriptions)
  return new Map(failed.map((index, at) => [index, reasons[at]!]))
}

/** Who is refused for what the service has not heard of waits until it has: that is nobody's failure. */
async function waitsOf(
  reader: Client,
  requests: ChargeRequest[],
  preview: Preview,
): Promise<Map<number, Verdict>> {
  const refused = [...preview.keys()].filter((index) => mayBeUnheard.has(preview[index]))
  const contracts = refused.map((index) => requests[index]!.contractAddress)
  const states = await readContractStates(reader, contracts)
  const waits = new Map<number, Verdict>()
  for (const [at, index] of refused.entries()) {
    if ((states[at]?.charged ?? 0) >= requests[index]!.period) waits.set(index, isCharged)
    else if (preview[index] === 'NotDue') waits.set(index, isEarly)
    else if (states[at]?.frozenBy || states[at]?.isCancelled) waits.set(index, isStopped)
  }
  return waits
}

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

const indexesOf = (preview: Preview, refusal: Preview[number]): number[] =>
  preview.flatMap((found, index) => (found === refusal ? [index] : []))
