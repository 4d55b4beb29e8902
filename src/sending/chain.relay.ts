/**
 * What leaves for the chains: looks at funds, charges and sweeps in batches, controls, and the
 * signing and sending of transactions. The rows of one merchant on one chain are a lane; a lane's
 * rows are handled in order, and a lane whose chain does not answer holds up no other.
 */
import { isControlRequest, handleControl } from './requests/control-requests.ts'
import { handleCharges } from './requests/charge-batches.ts'
import { handleFundsRequests } from './requests/funds-requests.ts'
import { createHeldBackMessages, holdBack } from './hold-back.ts'
import { handleMending, isMendingRequest } from './lane-mending.ts'
import type { SendingDependencies, LaneWork } from './dependencies.ts'
import { postponeRequests } from './finish-requests.ts'
import { handleSweeps } from './requests/sweep-batches.ts'
import { gatherSweeps } from './requests/sweep-gathering.ts'
import { groupsOf, isSweepRequest } from './requests/sweep-requests.ts'
import { handleTransaction } from './requests/transaction-requests.ts'
import { RpcUnavailable } from '../chain/chain-errors.ts'
import { errorText, RetryableError } from '../shared/errors.ts'
import { partition } from '../shared/partition.ts'
import { backoffMs, wait } from '../shared/retry.ts'
import { claimRows, type ClaimedRow, returnRows } from '../store/outbox.ts'
import { startPulse } from '../shared/pulse.ts'

export type { SendingDependencies } from './dependencies.ts'

const pollMs = 500
/** Requests that arise together should travel together. */
const gatherMs = 25
const rowsAtOnceMax = 1_000
const lanesAtOnceMax = 32
const leaseMs = 15_000
const busyLaneMs = 100
const unservedLookMs = 5_000
const retryBaseMs = 500
const retryMaxMs = 15_000
/** How long a chain may be silent before its charges are told. */
const silenceMaxMs = 60_000

/** Starts to work through the outbox's chain rows; `stop` lets the lanes under way end. */
export function startChainRelay(
  dependencies: SendingDependencies,
  { silenceMs = silenceMaxMs } = {},
): { stop(): Promise<void> } {
  const relay = new ChainRelay(dependencies, silenceMs)
  const onError = (error: unknown) =>
    dependencies.log.warn({ error: errorText(error) }, 'requests to the chains have to wait')
  const pulse = startPulse(() => relay.takeRows(), { everyMs: pollMs, onError })
  const unlisten = dependencies.bus.onWake('chain', pulse.poke)
  return {
    async stop() {
      unlisten()
      await pulse.stop()
      await relay.finish()
    },
  }
}

class ChainRelay {
  readonly #dependencies: SendingDependencies
  readonly #lanes = new Map<string, Promise<void>>()
  /** Since when a chain has not answered, by `performance.now()`. */
  readonly #silentSince = new Map<string, number>()

  readonly #silenceMaxMs: number

  constructor(dependencies: SendingDependencies, silenceMaxMs: number) {
    this.#dependencies = dependencies
    this.#silenceMaxMs = silenceMaxMs
  }

  /** Takes what is due and starts its lanes; true when more may be due. */
  async takeRows(): Promise<boolean> {
    if (this.#lanes.size >= lanesAtOnceMax) await Promise.race(this.#lanes.values())
    await wait(gatherMs)
    const rows = await claimRows(this.#dependencies.database, 'chain', {
      limit: rowsAtOnceMax,
      leaseMs,
    })
    const leaseEndsAt = performance.now() + leaseMs
    for (const [lane, group] of Map.groupBy(rows, (row) => row.lane)) {
      const [blockchain = '', merchantId = ''] = lane.split('/')
      const chain = this.#dependencies.chains.get(blockchain)
      if (!chain) await this.#keepUnserved(blockchain, group)
      else if (this.#lanes.has(lane))
        await returnRows(this.#dependencies.database, idsOf(group), busyLaneMs)
      else this.#start(lane, { chain, merchantId, rows: group, leaseEndsAt })
    }
    return rows.length === rowsAtOnceMax
  }

  async finish(): Promise<void> {
    await Promise.all(this.#lanes.values())
  }

  #start(lane: string, work: LaneWork): void {
    const running = this.#run(work)
      .catch((error: unknown) =>
        this.#dependencies.log.error({ lane, error: errorText(error) }, 'a lane broke off'),
      )
      .finally(() => this.#lanes.delete(lane))
    this.#lanes.set(lane, running)
  }

  /** Transactions first: they free the lane; then what people wait for; then the batches, sweeps last. */
  async #run(work: LaneWork): Promise<void> {
    const { rows } = work
    const dependencies = this.#dependencies
    const funds = rows.filter(({ name }) => name === 'lookAtFunds')
    const charges = rows.filter(isChargeRequest)
    for (const row of rows.filter(isMendingRequest))
      await this.#attempt(work, [row], () => handleMending(dependencies, work, row))
    for (const row of rows.filter(isTransactionRequest))
      await this.#attempt(work, [row], () => handleTransaction(dependencies, work, row))
    if (funds.length)
      await this.#attempt(work, funds, () => handleFundsRequests(dependencies, work, funds))
    for (const row of rows.filter(isControlRequest))
      await this.#attempt(work, [row], () => handleControl(dependencies, work, row))
    if (charges.length)
      await this.#attempt(work, charges, () => handleCharges(dependencies, work, charges))
    await this.#sweep(work, rows.filter(isSweepRequest))
  }

  /** A token that makes trouble holds up no other. */
  async #sweep(work: LaneWork, rows: ClaimedRow[]): Promise<void> {
    const dependencies = this.#dependencies
    for (const group of groupsOf(await gatherSweeps(dependencies, work.chain, rows)))
      await this.#attempt(work, group.rows, () =>
        handleSweeps(dependencies, work, group.route, group.rows),
      )
  }

  /** Runs a step; what it could not do is kept for later, longer each time. */
  async #attempt(work: LaneWork, rows: ClaimedRow[], step: () => Promise<void>): Promise<void> {
    const { name } = work.chain
    try {
      await step()
      this.#silentSince.delete(name)
    } catch (error) {
      this.#report(error, rows)
      const isSilent = error instanceof RpcUnavailable && this.#silenceMs(name) > this.#silenceMaxMs
      const others = isSilent ? await this.#tellSilence(rows) : rows
      const attempts = Math.min(...rows.map((row) => row.attempts))
      const delayMs = backoffMs(attempts, retryBaseMs, retryMaxMs)
      await postponeRequests(this.#dependencies, others, delayMs, errorText(error))
    }
  }

  /** Keeps what a chain is asked that is not there, and tells those who wait for it why. */
  async #keepUnserved(blockchain: string, rows: ClaimedRow[]): Promise<void> {
    const [waiting, others] = partition(rows, mayWait)
    await postponeRequests(this.#dependencies, others, unservedLookMs, 'the chain is not served')
    const reason = whyUnserved(this.#dependencies, blockchain)
    const isTold = this.#silenceMs(blockchain) > this.#silenceMaxMs
    const messages = isTold
      ? createHeldBackMessages(
          waiting.map((row) => ({ row })),
          reason,
        )
      : []
    await postponeRequests(this.#dependencies, waiting, unservedLookMs, reason, messages)
  }

  /** Tells charges and sweeps what they wait for; returns the other rows. */
  async #tellSilence(rows: ClaimedRow[]): Promise<ClaimedRow[]> {
    const [waiting, others] = partition(rows, mayWait)
    await holdBack(
      this.#dependencies,
      waiting.map((row) => ({ row })),
      'RpcUnavailable',
    )
    return others
  }

  #silenceMs(blockchain: string): number {
    const now = performance.now()
    const since = this.#silentSince.get(blockchain) ?? now
    this.#silentSince.set(blockchain, since)
    return now - since
  }

  #report(error: unknown, rows: ClaimedRow[]): void {
    const { name, lane } = rows[0]!
    const level = error instanceof RetryableError ? 'warn' : 'error'
    this.#dependencies.log[level]({ lane, name, error: errorText(error) }, 'a request has to wait')
  }
}

const idsOf = (rows: ClaimedRow[]): string[] => rows.map(({ id }) => id)

const isTransactionRequest = (row: ClaimedRow): boolean =>
  row.kind === 'transaction' && !isMendingRequest(row)

/** Nodes that do not answer, or a chain that is not what the chains file says, or no longer in it. */
const whyUnserved = ({ directory }: SendingDependencies, blockchain: string): string => {
  const absent = directory.absent.find(({ settings }) => settings.name === blockchain)
  return absent?.why === 'unreachable' ? 'RpcUnavailable' : 'ChainNotServed'
}

/** Who asked is told by a reason of its own that it waits. */
const mayWait = (row: ClaimedRow): boolean => isChargeRequest(row) || isSweepRequest(row)

const isChargeRequest = ({ name }: ClaimedRow): boolean => name === 'requestCharge'
