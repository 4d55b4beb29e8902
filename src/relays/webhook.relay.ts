/**
 * Sends webhooks: at least once, in order within a lane, and without one slow destination delaying
 * another, of the same merchant either. A destination that is down gets probes instead. Between the
 * call and its result in Postgres this process may die; then the same body is sent again under the
 * same `webhook-id`.
 */
import { errorText } from '../shared/errors.ts'
import { warnTogether } from '../shared/log.ts'
import { isWorkDue } from '../store/waiting/due-work.ts'
import { type Removed, resultMessage } from '../webhooks/result.ts'
import type { Attempt } from '../webhooks/send.ts'
import { startPulse } from '../shared/pulse.ts'
import { wait } from '../shared/time.ts'
import { inSpan } from '../shared/tracing/tracing.ts'
import { Connections } from '../webhooks/connections.ts'
import type { TargetRules } from '../webhooks/resolve.ts'
import { reportToDestination } from '../webhooks/destinations.ts'
import { leaseMs, type LeasedWork, takeOnWork } from './leased-work.ts'
import { Slots } from './slots.ts'
import { attemptDelivery } from './webhook-attempt.ts'
import { claimChores } from '../store/engine/chore-queue.ts'
import { doChore } from './chores/webhook-chores.ts'
import { finishWithResults, type WebhookRelayDependencies } from './webhook-results.ts'
import { claimWebhooks, releaseLane, type WebhookRow } from '../store/engine/webhook-queue.ts'

const pollMs = 500
/** Rows that this process works at: calls under way, and results that are stored. */
const rowsMax = 1_000
/**
 * Several destinations of a merchant have room beside each other: one that hangs cannot use it up. An endpoint that answers
 * in 100 ms takes 64 at once to get 640 in a second.
 */
const callsAtOnce = { ofDestination: { first: 8, most: 64 }, ofOwner: { first: 32, most: 128 } }
/** Calls that end within this time are followed by others in one claim. */
const gatherMs = 2
/** Probes mostly go to servers that hang, so they have slots of their own, and other chores theirs. */
const probesMax = 200
const otherChoresMax = 50

type Starting = Omit<WebhookRelayDependencies, 'connections'> & { targets: TargetRules }

/** Starts to send webhooks; `stop` waits for calls under way, at most 3 s. */
export function startWebhookRelay({ targets, ...given }: Starting): { stop(): Promise<void> } {
  const dependencies = { ...given, connections: new Connections(targets) }
  const { database, bus, log, connections } = dependencies
  const onError = (error: unknown) =>
    warnTogether(log, { error: errorText(error) }, 'webhooks could not be claimed: trying again')
  const slots = new Slots(callsAtOnce)
  const choresUnderWay = { probes: new Set<string>(), others: new Set<string>() }
  const work = takeOnWork(database, { onEnd, onError })

  function onEnd(rowId: string): void {
    for (const chores of Object.values(choresUnderWay)) chores.delete(rowId)
    sending.poke()
  }

  async function startWhatWaits(): Promise<boolean> {
    const [mayHaveMore] = await Promise.all([
      startDeliveries(dependencies, work, { slots, onFree: () => sending.poke() }),
      startChores(dependencies, work, choresUnderWay),
    ])
    return mayHaveMore
  }

  const sending = startPulse(startWhatWaits, {
    what: 'the webhook relay',
    everyMs: pollMs,
    isDue: () => isWorkDue(database, 'webhook'),
    onError,
  })
  const unlisten = bus.onWake('webhook', sending.poke)
  return {
    async stop() {
      unlisten()
      await sending.stop()
      await work.stop()
      void connections.close()
    },
  }
}

type Calls = { slots: Slots; onFree: () => void }

/** Starts the calls that there is room for; returns whether more may wait. */
async function startDeliveries(
  dependencies: WebhookRelayDependencies,
  work: LeasedWork,
  calls: Calls,
): Promise<boolean> {
  if (calls.slots.total > 0) await wait(gatherMs)
  const totalMax = rowsMax - work.size
  if (totalMax <= 0) return false
  const { rows, mayHaveMore } = await claimWebhooks(dependencies.database, calls.slots.known(), {
    totalMax,
    perMerchantMax: callsAtOnce.ofOwner.first,
    perDestinationMax: callsAtOnce.ofDestination.first,
    leaseMs,
  })
  for (const row of rows) work.start(row.id, () => deliver(dependencies, row, calls))
  return mayHaveMore
}

async function startChores(
  dependencies: WebhookRelayDependencies,
  work: LeasedWork,
  { probes, others }: { probes: Set<string>; others: Set<string> },
): Promise<void> {
  const chores = await claimChores(dependencies.database, [...probes, ...others], {
    probesMax: probesMax - probes.size,
    othersMax: otherChoresMax - others.size,
    leaseMs,
  })
  for (const chore of chores) {
    const alike = chore.name === 'probe' ? probes : others
    alike.add(chore.id)
    work.start(chore.id, () => doChore(dependencies, chore))
  }
}

/**
 * Makes the call and has its result taken. The next call may be made while the result of one that was answered well is
 * still to be stored; behind one that failed it waits, for by then the destination may be down.
 */
async function deliver(
  dependencies: WebhookRelayDependencies,
  row: WebhookRow,
  { slots, onFree }: Calls,
): Promise<void> {
  let finishing: Promise<void> | undefined
  await slots.during({ ...row, ...row.payload }, async () => {
    const attempt = await call(dependencies, row)
    const isAnswered = !('removed' in attempt) && attempt.error === null
    finishing = finish(dependencies, row, attempt)
    if (!isAnswered) await finishing
    return isAnswered
  })
  onFree()
  await finishing
}

const call = (dependencies: WebhookRelayDependencies, row: WebhookRow) =>
  inSpan(
    'webhook call',
    () => ({
      kind: 'client',
      parent: row.cause.trace,
      attributes: {
        'mandate.actor': row.payload.deliveryId,
        'mandate.event': row.payload.eventId,
      },
    }),
    () => attemptDelivery(dependencies, row, dependencies.connections),
  )

async function finish(
  dependencies: WebhookRelayDependencies,
  row: WebhookRow,
  attempt: Attempt | Removed,
): Promise<void> {
  const { database, clock, log } = dependencies
  const result = resultMessage({ ...row, deliveryId: row.payload.deliveryId }, attempt)
  const report = 'removed' in attempt ? [] : reportToDestination(row, attempt, clock.now())
  await finishWithResults(dependencies, [row.id], [result, ...report])
  log.debug({ deliveryId: result.entityId, ...attempt }, 'webhook sent')
  // If the result is not accepted yet, the lane moves on by itself a little later.
  await releaseLane(database.pool, row.lane)
}
