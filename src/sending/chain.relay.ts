/**
 * Handles the outbox's requests to the chains: checks of funds, charges and sweeps in batches, controls, permits,
 * and the signing and sending of transactions. The rows of one merchant on one chain are a lane; a lane's
 * rows are handled in order, what nodes may be asked together at once, and a lane whose chain does not answer
 * holds up no other.
 */
import { isControlRequest, handleControl } from './requests/control-requests.ts'
import { handleCharges } from './requests/charge-batches.ts'
import { handleFundsRequests } from './requests/funds-requests.ts'
import { handlePermit, isPermitRequest } from './requests/permit-requests.ts'
import { createHeldBackMessages, holdBack, whyUnserved } from './hold-back.ts'
import { handleMending, isMendingRequest } from './handle-mending.ts'
import type { SendingDependencies, LaneWork } from './dependencies.ts'
import { insist, postponeRequests } from './finish-requests.ts'
import { handleSweeps } from './requests/sweep-batches.ts'
import { gatherSweeps } from './requests/sweep-gathering.ts'
import { groupSweeps, isSweepRequest } from './requests/sweep-requests.ts'
import { handleTransactions, isSigningRequest } from './requests/transaction-requests.ts'
import { RpcUnavailable } from '../chain/chain-errors.ts'
import { errorText, RetryableError } from '../shared/errors.ts'
import { partition } from '../shared/partition.ts'
import { isWorkDue } from '../store/waiting/due-work.ts'
import type { ClaimedRow } from '../store/engine/outbox.ts'
import { findWaitingRequests, type WaitingRequests } from '../store/engine/chain-queue.ts'
import { type LaneClosing, LaneClaims } from './lane-claims.ts'
import { leaseMs, underLease } from './lane-leases.ts'
import { takesPlace } from './lane-room.ts'
import { Silence } from './silence.ts'
import { traceStep } from './trace-step.ts'
import { waitFor } from '../core/reasons/wait-reasons.ts'
import { warnTogether } from '../shared/log.ts'
import { startPulse } from '../shared/pulse.ts'
import { backoffMs, elapsedMs, wait } from '../shared/time.ts'

export type { SendingDependencies } from './dependencies.ts'

const pollMs = 500
/** Delay before rows are claimed, so that requests made together are claimed together. */
const gatherMs = 25
const partsAtOnceMax = 64
const unservedRetryMs = 5_000
const retryBaseMs = 500
const retryMaxMs = 15_000
/** A chain that is silent for longer makes its charges and sweeps report it. */
const silenceMaxMs = 60_000

/** Starts to handle the outbox's chain rows; `stop` waits for the lanes that are running. */
export function startChainRelay(
  dependencies: SendingDependencies,
  { silenceMs = silenceMaxMs } = {},
): { stop(): Promise<void> } {
  const { log } = dependencies
  const onError = (error: unknown) =>
    warnTogether(log, { error: errorText(error) }, 'chain requests wait: trying again')
  const relay = new ChainRelay(dependencies, silenceMs, () => pulse.poke())
  const pulse = startPulse(() => relay.takeRows(), {
    what: 'the chain relay',
    everyMs: pollMs,
    isDue: () => isWorkDue(dependencies.database, 'chain'),
    underWay: () => relay.untilLanesEnd(),
    onError,
  })
  const unlisten = dependencies.bus.onWake('chain', pulse.poke)
  return {
    async stop() {
      unlisten()
      await pulse.stop()
      await relay.finish()
    },
  }
}

/**
 * The parts of a lane are handled side by side: requests that become transactions, what is to be signed, and the
 * others, which send. Each of them waits for the nodes, and would keep the others waiting.
 */
type PartName = 'placed' | 'signing' | 'others'
type LanePart = { lane: string; part: PartName; names: string[] }

class ChainRelay {
  readonly #dependencies: SendingDependencies
  readonly #claims: LaneClaims
  /** By lane and part. */
  readonly #running = new Map<string, Promise<void>>()
  readonly #silence: Silence
  readonly #onLaneEnd: () => void
  readonly #stopping = new AbortController()

  constructor(dependencies: SendingDependencies, silenceMaxMs: number, onLaneEnd: () => void) {
    this.#dependencies = dependencies
    this.#claims = new LaneClaims(dependencies, leaseMs, onLaneEnd)
    this.#silence = new Silence(dependencies, silenceMaxMs)
    this.#onLaneEnd = onLaneEnd
  }

  /** Claims what is due and starts its lanes, those first that have waited longest; true when more may be due. */
  async takeRows(): Promise<boolean> {
    await wait(gatherMs)
    for (const [key, part] of partsOf(await findWaitingRequests(this.#dependencies.database))) {
      if (this.#running.size >= partsAtOnceMax) {
        await Promise.race(this.#running.values())
        return true
      }
      if (!this.#running.has(key)) await this.#take(key, part)
    }
    return false
  }

  async finish(): Promise<void> {
    this.#stopping.abort()
    await this.untilLanesEnd()
  }

  async untilLanesEnd(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  /** Claims what of a lane's part may be handled now, and starts that. */
  async #take(key: string, { lane, part, names }: LanePart): Promise<void> {
    const [blockchain = '', merchantId = ''] = lane.split('/')
    const chain = this.#dependencies.chains.get(blockchain)
    if (!chain) return this.#postponeUnserved(blockchain, { lane, part, names })
    const leaseEndsAt = elapsedMs() + leaseMs
    const isTrying = this.#claims.isClosed(lane)
    const rows =
      part === 'placed'
        ? await this.#claims.claimPlaced(lane, merchantId, chain)
        : await this.#claims.claimOthers(lane, names)
    if (!rows.length) return
    const close = (closing: LaneClosing) => this.#claims.close(lane, closing)
    this.#start(key, { chain, merchantId, rows, leaseEndsAt, isTrying, close })
  }

  #start(key: string, work: LaneWork): void {
    const running = underLease(this.#dependencies, work, () => this.#run(work))
      .catch((error: unknown) =>
        this.#dependencies.log.error(
          { lane: work.rows[0]!.lane, error: errorText(error) },
          'lane of chain requests stopped by an error; its rows are claimed again when their lease ends',
        ),
      )
      .finally(() => {
        this.#running.delete(key)
        this.#onLaneEnd()
      })
    this.#running.set(key, running)
  }

  /** Transactions first: they free the lane; then what people wait for; then the batches, sweeps last. */
  async #run(work: LaneWork): Promise<void> {
    const { rows } = work
    const dependencies = this.#dependencies
    const funds = rows.filter(isFundsRequest)
    const charges = rows.filter(isChargeRequest)
    for (const row of rows.filter(isMendingRequest))
      await this.#attempt(work, [row], () => handleMending(dependencies, work, row))
    await handleTransactions(dependencies, work, rows.filter(isTransactionRequest), (some, step) =>
      this.#attempt(work, some, step),
    )
    if (funds.length)
      await this.#attempt(work, funds, () => handleFundsRequests(dependencies, work, funds))
    for (const row of rows.filter(isPermitRequest))
      await this.#attempt(work, [row], () => handlePermit(dependencies, work, row))
    for (const row of rows.filter(isControlRequest))
      await this.#attempt(work, [row], () => handleControl(dependencies, work, row))
    if (charges.length)
      await this.#attempt(work, charges, () => handleCharges(dependencies, work, charges))
    await this.#sweep(work, rows.filter(isSweepRequest))
    const strange = rows.filter((row) => !isKnownRequest(row))
    if (strange.length) await this.#attempt(work, strange, () => refuseStrange(strange))
  }

  /** Sweeps each receiver and token by itself, so that a token that fails holds up no other. */
  async #sweep(work: LaneWork, rows: ClaimedRow[]): Promise<void> {
    const gathered = await gatherSweeps(this.#dependencies, work.chain, rows).catch(
      async (error: unknown) => {
        await this.#putOff(work, rows, error)
        return []
      },
    )
    for (const group of groupSweeps(gathered))
      await this.#attempt(work, group.rows, () =>
        handleSweeps(this.#dependencies, work, group.route, group.rows),
      )
  }

  /** Runs a step; where it fails, its rows are put off. */
  async #attempt(work: LaneWork, rows: ClaimedRow[], step: () => Promise<void>): Promise<void> {
    try {
      await traceStep(work.chain, rows, step)
      await this.#silence.noteAnswer(work.chain, rows)
    } catch (error) {
      await this.#putOff(work, rows, error)
    }
  }

  /** Postpones the rows of a step that failed, for longer each time. */
  async #putOff(work: LaneWork, rows: ClaimedRow[], error: unknown): Promise<void> {
    this.#logFailure(error, rows)
    const isSilent =
      error instanceof RpcUnavailable && (await this.#silence.noteFailure(work.chain, rows, error))
    const others = isSilent ? await this.#reportSilence(rows) : rows
    const attempts = Math.min(...rows.map((row) => row.attempts))
    const delayMs = backoffMs(attempts, retryBaseMs, retryMaxMs)
    if (error instanceof RpcUnavailable)
      work.close({ forMs: delayMs, tries: 1, reason: isSilent ? 'RpcUnavailable' : null })
    const why = { waitsFor: null, text: errorText(error) }
    const postpone = () => postponeRequests(this.#dependencies, others, delayMs, why)
    await insist(work, this.#stopping.signal, postpone)
  }

  /** Postpones the requests to a chain that is not served; those that people wait for report the reason. */
  async #postponeUnserved(blockchain: string, { lane, part, names }: LanePart): Promise<void> {
    const isLong = this.#silence.isLongOf(blockchain)
    const reason =
      isLong && part === 'placed' ? whyUnserved(this.#dependencies, blockchain) : 'UnservedChain'
    const rows = await this.#claims.claimUnserved(lane, names, reason)
    if (!rows.length) return
    const [waiting, others] = partition(rows, reportsWaiting)
    const messages =
      reason === 'UnservedChain'
        ? []
        : await createHeldBackMessages(
            this.#dependencies,
            waiting.map((row) => ({ row })),
            reason,
          )
    await postponeRequests(this.#dependencies, waiting, unservedRetryMs, waitFor(reason), messages)
    await postponeRequests(this.#dependencies, others, unservedRetryMs, waitFor('UnservedChain'))
  }

  /** Holds charges, sweeps and permits back, with the chain's silence as the reason; returns the other rows. */
  async #reportSilence(rows: ClaimedRow[]): Promise<ClaimedRow[]> {
    const [waiting, others] = partition(rows, reportsWaiting)
    await holdBack(
      this.#dependencies,
      waiting.map((row) => ({ row })),
      'RpcUnavailable',
    )
    return others
  }

  #logFailure(error: unknown, rows: ClaimedRow[]): void {
    const { name, lane } = rows[0]!
    const level = error instanceof RetryableError ? 'warn' : 'error'
    this.#dependencies.log[level](
      { lane, name, error: errorText(error) },
      'chain request failed; it is postponed and tried again',
    )
  }
}

/** Divides what waits into its lanes' parts, by their names, in the order in which each has waited longest. */
function partsOf(waiting: WaitingRequests[]): Map<string, LanePart> {
  const parts = new Map<string, LanePart>()
  for (const { lane, name } of waiting) {
    const part = partOf(name)
    const key = `${lane} ${part}`
    const found = parts.get(key) ?? { lane, part, names: [] }
    found.names.push(name)
    parts.set(key, found)
  }
  return parts
}

function partOf(name: string): PartName {
  if (takesPlace(name)) return 'placed'
  return isSigningRequest({ name }) || isMendingRequest({ name }) ? 'signing' : 'others'
}

const isFundsRequest = ({ name }: ClaimedRow): boolean => name === 'checkFunds'

const isTransactionRequest = (row: ClaimedRow): boolean =>
  row.kind === 'transaction' && !isMendingRequest(row)

const isKnownRequest = (row: ClaimedRow): boolean =>
  [isFundsRequest, isControlRequest, isTransactionRequest, isMendingRequest].some((isOne) =>
    isOne(row),
  ) || reportsWaiting(row)

/** A newer release may have asked for it: it is tried again, and shown among what is stuck meanwhile. */
const refuseStrange = (rows: ClaimedRow[]): Promise<never> =>
  Promise.reject(
    new Error(`this release sends no request called ${rows.map(({ name }) => name).join(', ')}`),
  )

/** These report why they wait; the other requests wait without a report. */
const reportsWaiting = (row: ClaimedRow): boolean =>
  isChargeRequest(row) || isSweepRequest(row) || isPermitRequest(row)

const isChargeRequest = ({ name }: ClaimedRow): boolean => name === 'requestCharge'
