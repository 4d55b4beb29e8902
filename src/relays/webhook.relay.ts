/**
 * Sends webhooks: at least once, in order within a lane, and without one slow merchant delaying
 * another. A destination that is down gets probes instead. Between the call and its result in Postgres this process may die; then the same body is
 * sent again under the same `webhook-id`.
 */
import type { Bus } from '../bus/bus.ts'
import { errorText } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import type { Owner } from '../shared/owner.ts'
import { wait } from '../shared/retry.ts'
import type { MerchantDependencies } from '../store/merchants/merchants.ts'
import { finishRows } from '../store/outbox.ts'
import type { TargetRules } from '../webhooks/resolve.ts'
import { resultMessage } from '../webhooks/result.ts'
import { startPulse } from '../shared/pulse.ts'
import { reportToDestination } from '../webhooks/destinations.ts'
import { Slots } from './slots.ts'
import { attemptDelivery } from './webhook-attempt.ts'
import { claimChores } from './chore-queue.ts'
import { doChore } from './webhook-chores.ts'
import { claimWebhooks, extendLeases, releaseLane, type WebhookRow } from './webhook-queue.ts'

const pollMs = 500
const callsMax = 1_000
const callsPerMerchantMax = 8
/** A call may take longer: this process extends its lease until it ends, as long as it lives. */
const leaseMs = 9_000
const extendEveryMs = 3_000
const resultTimeoutMs = 2_000
const stopTimeoutMs = 3_000

export type WebhookRelayDependencies = MerchantDependencies & {
  bus: Bus
  log: Log
  targets: TargetRules
}

/** Starts to send webhooks; `stop` waits for calls under way, at most 3 s. */
export function startWebhookRelay(dependencies: WebhookRelayDependencies): {
  stop(): Promise<void>
} {
  const { database, bus, log } = dependencies
  const onError = (error: unknown) =>
    log.warn({ error: errorText(error) }, 'webhooks could not be claimed: trying again')
  const slots = new Slots()
  const calls = new Map<string, Promise<void>>()

  async function sendWhatWaits(): Promise<boolean> {
    if (slots.total >= callsMax) return false
    const bounds = {
      totalMax: callsMax - slots.total,
      perMerchantMax: callsPerMerchantMax,
      leaseMs,
    }
    const { rows, mayHaveMore } = await claimWebhooks(database, slots.underWay(), bounds)
    for (const row of rows) start(row, () => deliver(dependencies, row))
    for (const chore of await claimChores(database, leaseMs))
      start(chore, () => doChore(dependencies, chore))
    return mayHaveMore
  }

  function start(row: Owner & { id: string }, work: () => Promise<void>): void {
    const end = () => {
      calls.delete(row.id)
      sending.poke()
    }
    calls.set(row.id, slots.during(row, work).catch(onError).then(end))
  }

  const extendAll = () => extendLeases(database, [...calls.keys()], leaseMs).then(() => false)

  const sending = startPulse(sendWhatWaits, { everyMs: pollMs, onError })
  const extending = startPulse(extendAll, { everyMs: extendEveryMs, onError })
  const unlisten = bus.onWake('webhook', sending.poke)

  return {
    async stop() {
      unlisten()
      await sending.stop()
      const ended = new AbortController()
      const allEnded = Promise.all(calls.values()).then(() => ended.abort())
      await Promise.race([allEnded, wait(stopTimeoutMs, ended.signal)])
      await extending.stop()
    },
  }
}

async function deliver(dependencies: WebhookRelayDependencies, row: WebhookRow): Promise<void> {
  const { database, bus, clock, log, targets } = dependencies
  const attempt = await attemptDelivery(dependencies, row, targets)
  const result = resultMessage({ ...row, deliveryId: row.payload.deliveryId }, attempt)
  const report = 'removed' in attempt ? [] : reportToDestination(row, attempt, clock.now())
  await finishRows(database, [row.id], [result, ...report])
  await bus.publish(report)
  log.debug({ deliveryId: result.entityId, ...attempt }, 'webhook sent')
  // Without an answer the outbox repeats it, and the lane moves on by itself a little later.
  await bus.requestEvent(result, resultTimeoutMs).catch(() => undefined)
  await releaseLane(database, row.lane)
}
