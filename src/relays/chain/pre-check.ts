/**
 * Finds out, without spending gas, which requests would succeed now. What would fail is told with
 * its exact reason; what the chain's clock does not allow yet waits and costs no attempt.
 */
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
/** Somebody else has charged, and the watcher is about to say so. */
const isCharged: Verdict = { kind: 'wait', delayMs: 2_000, why: 'somebody else has charged' }
const isUntried: Verdict = { kind: 'wait', delayMs: 1_000, why: 'the preview ran out of gas' }

/** Judges requests that are all initial charges, or all not; one verdict for each, in order. */
export async function preCheck(
  chain: ConnectedChain,
  requests: ChargeRequest[],
): Promise<Verdict[]> {
  const preview = await previewOf(chain, requests)
  const reasons = await transferReasons(chain, requests, preview)
  const waits = await waitsOf(chain, requests, preview)
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

async function waitsOf(
  chain: ConnectedChain,
  requests: ChargeRequest[],
  preview: Preview,
): Promise<Map<number, Verdict>> {
  const early = indexesOf(preview, 'NotDue')
  const contracts = early.map((index) => requests[index]!.contractAddress)
  const states = await readContractStates(chain.reader, contracts)
  return new Map(
    early.map((index, at) => [
      index,
      (states[at]?.charged ?? 0) >= requests[index]!.period ? isCharged : isEarly,
    ]),
  )
}

const indexesOf = (preview: Preview, refusal: Preview[number]): number[] =>
  preview.flatMap((found, index) => (found === refusal ? [index] : []))
