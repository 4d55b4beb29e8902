/**
 * Finds out, without spending gas, which charges would succeed now. A charge that would fail gets its
 * exact reason; one that is not due yet by the chain's clock waits and costs no attempt.
 *
 * A node of each host is asked. A refusal counts when as many nodes give it as must agree. Where they
 * differ, those count that would let the charge through, because a charge that fails on chain costs a
 * little gas, and seldom (`failed-before.ts`), and one that is not tried in time ends the subscription.
 * A refusal that no other node confirms waits, and is asked for again.
 */
import { askEachHost, askInTurn, type HostAnswer } from '../../chain/agreement/ask-each-host.ts'
import { noteDifference } from '../../chain/agreement/differences.ts'
import { findAgreed } from '../../chain/agreement/find-agreed.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import { type Refusal, toReason } from '../../chain/refusals.ts'
import { explainFailedTransfers } from '../../chain/shortage.ts'
import { type RowWait, waitFor } from '../../core/reasons/wait-reasons.ts'
import type { ChargeRequest } from './charge-requests.ts'
import { askForVerdicts, type NodeVerdict } from './node-verdicts.ts'
import type { SendingDependencies } from '../dependencies.ts'
import type { ReasonName } from '../../../machines/reasons.ts'

/**
 * `reason`: reported to the charge, when the wait lasts; at once where the delay grows, up to `delayMsMax`. `why`: for
 * operators.
 */
export type Wait = {
  outcome: 'wait'
  delayMs: number
  delayMsMax?: number
  why: RowWait
  reason: ReasonName
}
export type PreCheckVerdict = { outcome: 'ready' } | { outcome: 'fails'; reason: ReasonName } | Wait

const ready: PreCheckVerdict = { outcome: 'ready' }
const eventsUnread = { outcome: 'wait', delayMs: 2_000, reason: 'EventsUnread' } as const
const waits: Record<'Early' | 'Charged' | 'Stopped', Wait> = {
  /** The chain's clock is a little behind ours. */
  Early: {
    outcome: 'wait',
    delayMs: 1_000,
    why: waitFor('ChainClock'),
    reason: 'NotDueOnChain',
  },
  /** The watcher is about to read the event; if not, the contract's events are read again. */
  Charged: {
    ...eventsUnread,
    why: waitFor('UnreadEvents', 'the period has been charged, or is in the block to come'),
  },
  /** A pause or a cancellation is no failure of the payer's. */
  Stopped: {
    ...eventsUnread,
    why: waitFor(
      'UnreadEvents',
      'the contract is paused or cancelled, or is in the block to come, and its events are to be read',
    ),
  },
}
const untried: Wait = {
  outcome: 'wait',
  delayMs: 1_000,
  why: waitFor('UntriedPreview'),
  reason: 'RpcUnavailable',
}
/** One node may be a block behind, so all are asked twice before gas is spent on it. */
const disputed: Wait = {
  outcome: 'wait',
  delayMs: 3_000,
  why: waitFor('DisputedCharge'),
  reason: 'NodesDiffer',
}
/** No node would let it through, but they give different reasons. */
export const refusedDifferently: Wait = {
  outcome: 'wait',
  delayMs: 5_000,
  why: waitFor('DisputedRefusal'),
  reason: 'NodesDiffer',
}
/**
 * The token does not pay a first charge though the payer has the money and has allowed it. Whoever waits for the subscription
 * can do nothing but wait, so it is asked for again, later and later, and begins by itself. A later charge has attempts.
 */
const refusedByToken = Object.fromEntries(
  (
    ['TokenPaused', 'PayerBlocked', 'ReceiverBlocked', 'ContractBlocked', 'ChainReverted'] as const
  ).map((reason): [string, Wait] => [
    reason,
    { outcome: 'wait', delayMs: 10_000, delayMsMax: 10 * 60_000, why: waitFor('Token'), reason },
  ]),
)
const unconfirmed: Wait = {
  outcome: 'wait',
  delayMs: 5_000,
  why: waitFor('UnconfirmedRefusal'),
  reason: 'NodesSilent',
}

type HostVerdicts = HostAnswer<NodeVerdict[]>[]

/** Judges requests that are all initial charges, or all not; one verdict for each, in order. */
export async function preCheck(
  dependencies: SendingDependencies,
  chain: ConnectedChain,
  requests: ChargeRequest[],
): Promise<PreCheckVerdict[]> {
  const byHost = await askEachHost(chain, (node) => askForVerdicts(node, chain, requests))
  const decisions = requests.map((request, index) =>
    decide(verdictsOn(byHost, index), request, chain.nodesToAgree),
  )
  await noteDiffering(dependencies, chain, requests, byHost)
  const reasons = await findTransferReasons(chain, requests, decisions)
  return decisions.map((decision, index) => {
    if (typeof decision !== 'string') return decision
    const reason = reasons.get(index)
    const wait = requests[index]!.isInitial && reason ? refusedByToken[reason] : undefined
    return wait ?? { outcome: 'fails', reason: reason ?? toReason(decision) }
  })
}

/** The nodes' verdicts on one request, without those of previews that ran out of gas before it. */
const verdictsOn = (byHost: HostVerdicts, index: number): NodeVerdict[] =>
  byHost.map(({ answer }) => answer[index]!).filter((verdict) => verdict !== 'NotTried')

/** Returns the verdict of all nodes, or the refusal by which the charge would fail. */
function decide(
  verdicts: NodeVerdict[],
  { row }: ChargeRequest,
  needed: number,
): PreCheckVerdict | Refusal {
  if (!verdicts.length) return untried
  if (verdicts.every((verdict) => verdict === 'Ready')) return ready
  const agreed = findAgreed(verdicts, needed)
  if (agreed === 'Ready') return ready
  if (agreed) return isWaiting(agreed) ? waits[agreed] : agreed
  if (verdicts.includes('Ready')) return row.waitsFor === disputed.why.waitsFor ? ready : disputed
  return verdicts.length < needed ? unconfirmed : refusedDifferently
}

const isWaiting = (verdict: NodeVerdict): verdict is keyof typeof waits => verdict in waits

async function findTransferReasons(
  { nodes }: ConnectedChain,
  requests: ChargeRequest[],
  decisions: (PreCheckVerdict | Refusal)[],
): Promise<Map<number, ReasonName>> {
  const failed = [...decisions.keys()].filter((index) => decisions[index] === 'TransferFailed')
  if (!failed.length) return new Map()
  const subscriptions = failed.map((index) => requests[index]!.subscription)
  const reasons = await askInTurn(nodes, (node) => explainFailedTransfers(node, subscriptions))
  return new Map(failed.map((index, at) => [index, reasons[at]!]))
}

/** Records for the operator about which charges the nodes differ, the first few with each node's verdict. */
async function noteDiffering(
  { database, bus, log }: SendingDependencies,
  chain: ConnectedChain,
  requests: ChargeRequest[],
  byHost: HostVerdicts,
): Promise<void> {
  const differing = requests.flatMap((request, index) =>
    new Set(verdictsOn(byHost, index)).size > 1 ? [{ request, index }] : [],
  )
  if (!differing.length) return
  const described = differing.slice(0, describedMax).map(({ request, index }) => {
    const verdicts = byHost.map(({ host, answer }) => `${host} says ${answer[index]}`).join(', ')
    return `of period ${request.period} of ${request.contractAddress} ${verdicts}`
  })
  const detail = `${differing.length} charges: ${described.join('; ')}`
  await noteDifference(
    { database, bus, log, chain },
    { what: 'Preview', subject: 'charges', detail },
  )
}

const describedMax = 3
