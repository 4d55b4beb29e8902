/**
 * Finds out, without spending gas, which requests would succeed now. What would fail is told with
 * its exact reason; what the chain's clock does not allow yet waits and costs no attempt.
 *
 * A node of each host is asked. A refusal counts when as many nodes say it as must agree. Where they
 * differ, the word of those counts that say it would go through, because a charge that fails on chain
 * costs a little gas, and seldom (`failed-before.ts`), and one that is not tried in time ends the
 * subscription. A refusal that nobody else confirms waits, and is asked for again.
 */
import { askEachHost, askInTurn, type Said } from '../../chain/agreement/ask-each-host.ts'
import { noteDifference } from '../../chain/agreement/differences.ts'
import { findAgreed } from '../../chain/agreement/find-agreed.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import { reasonsOfFailedTransfers } from '../../chain/shortage.ts'
import type { ChargeRequest } from './charge-requests.ts'
import { askForVerdicts, type NodeVerdict } from './node-verdicts.ts'
import type { SendingDependencies } from '../dependencies.ts'

/** `reason`: what is told of it where it lasts. */
export type Wait = { kind: 'wait'; delayMs: number; why: string; reason: string }
export type Verdict = { kind: 'ready' } | { kind: 'fails'; reason: string } | Wait

const isReady: Verdict = { kind: 'ready' }
const eventsUnread = { kind: 'wait', delayMs: 2_000, reason: 'EventsUnread' } as const
const waits: Partial<Record<NodeVerdict, Wait>> = {
  /** The chain's clock is a little behind ours. */
  Early: {
    kind: 'wait',
    delayMs: 1_000,
    why: "it is not due by the chain's clock",
    reason: 'NotDueOnChain',
  },
  /** The watcher is about to say so; if not, the contract's events are read again. */
  Charged: { ...eventsUnread, why: 'the period has been charged' },
  /** That is nobody's failure. */
  Stopped: {
    ...eventsUnread,
    why: 'the contract is paused or cancelled, and its events are to be read',
  },
}
const isUntried: Wait = {
  kind: 'wait',
  delayMs: 1_000,
  why: 'the preview ran out of gas',
  reason: 'RpcUnavailable',
}
/** One may be a block behind, so they are asked twice before gas is spent on it. */
const isDisputed: Wait = {
  kind: 'wait',
  delayMs: 3_000,
  why: 'nodes differ about whether it would go through',
  reason: 'NodesDiffer',
}
/** Nobody says that it would go through. */
export const isRefusedOtherwise: Wait = {
  kind: 'wait',
  delayMs: 5_000,
  why: 'nodes differ about why it would not go through',
  reason: 'NodesDiffer',
}
const isUnconfirmed: Wait = {
  kind: 'wait',
  delayMs: 5_000,
  why: 'it would not go through, but too few nodes answer to believe it',
  reason: 'NodesSilent',
}

type Words = Said<NodeVerdict[]>[]

/** Judges requests that are all initial charges, or all not; one verdict for each, in order. */
export async function preCheck(
  dependencies: SendingDependencies,
  chain: ConnectedChain,
  requests: ChargeRequest[],
): Promise<Verdict[]> {
  const words = await askEachHost(chain, (node) => askForVerdicts(node, chain, requests))
  const decisions = requests.map((request, index) =>
    decide(wordsOn(words, index), request, chain.nodesToAgree),
  )
  await noteDiffering(dependencies, chain, requests, words)
  const reasons = await findTransferReasons(chain, requests, decisions)
  return decisions.map((decision, index) =>
    typeof decision === 'string'
      ? { kind: 'fails', reason: reasons.get(index) ?? decision }
      : decision,
  )
}

/** What each node says of one request; a preview that ran out of gas says nothing. */
const wordsOn = (words: Words, index: number): NodeVerdict[] =>
  words.map(({ answer }) => answer[index]!).filter((word) => word !== 'NotTried')

/** The verdict, or the word by which it fails. */
function decide(
  said: NodeVerdict[],
  { row }: ChargeRequest,
  needed: number,
): Verdict | NodeVerdict {
  if (!said.length) return isUntried
  if (said.every((word) => word === 'Ready')) return isReady
  const agreed = findAgreed(said, needed)
  if (agreed) return agreed === 'Ready' ? isReady : (waits[agreed] ?? agreed)
  if (said.includes('Ready')) return row.lastError === isDisputed.why ? isReady : isDisputed
  return said.length < needed ? isUnconfirmed : isRefusedOtherwise
}

async function findTransferReasons(
  { nodes }: ConnectedChain,
  requests: ChargeRequest[],
  decisions: (Verdict | NodeVerdict)[],
): Promise<Map<number, string>> {
  const failed = [...decisions.keys()].filter((index) => decisions[index] === 'TransferFailed')
  if (!failed.length) return new Map()
  const subscriptions = failed.map((index) => requests[index]!.subscription)
  const reasons = await askInTurn(nodes, (node) => reasonsOfFailedTransfers(node, subscriptions))
  return new Map(failed.map((index, at) => [index, reasons[at]!]))
}

/** For the operator: about which charges they differ, the first few in the nodes' words. */
async function noteDiffering(
  { database, bus, log }: SendingDependencies,
  chain: ConnectedChain,
  requests: ChargeRequest[],
  words: Words,
): Promise<void> {
  const differing = requests.flatMap((request, index) =>
    new Set(wordsOn(words, index)).size > 1 ? [{ request, index }] : [],
  )
  if (!differing.length) return
  const described = differing.slice(0, describedMax).map(({ request, index }) => {
    const said = words.map(({ host, answer }) => `${host} says ${answer[index]}`).join(', ')
    return `of period ${request.period} of ${request.contractAddress} ${said}`
  })
  const detail = `${differing.length} charges: ${described.join('; ')}`
  await noteDifference(
    { database, bus, log, chain },
    { what: 'Preview', subject: 'charges', detail },
  )
}

const describedMax = 3
