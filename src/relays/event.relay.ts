/**
 * Logs merchant events: each one that a turn enqueued gets its place in the log of its merchant and
 * network, without holes, and its deliveries. Events without an endpoint are logged all the same.
 */
import { errorText } from '../shared/errors.ts'
import { warnTogether } from '../shared/log.ts'
import type { Owner } from '../shared/owner.ts'
import { isDatabaseAway } from '../store/database-errors.ts'
import { isWorkDue } from '../store/waiting/due-work.ts'
import { beginEpoch } from '../store/event-log/epochs.ts'
import { logEvents, UnknownPlaceError } from '../store/event-log/event-log.ts'
import { startPulse } from '../shared/pulse.ts'
import { ownersWaiting } from '../store/engine/event-queue.ts'
import { SetAside } from './set-aside.ts'
import { wait } from '../shared/time.ts'
import type { RelayDependencies } from './relay-dependencies.ts'

const pollMs = 500
/** Delay before events are taken, so that those of one moment are logged in one commit. */
const gatherMs = 25
/**
 * Owners and events of one commit: an owner with a backlog gets the share of each other. A commit for each owner, under the
 * lock of its counter, was more than half of all statements while payments came, and relays waited for each other at the
 * locks. What fails together is tried for each owner alone.
 */
const ownersAtOnceMax = 32
const eventsAtOnceMax = 1_000

/** Starts to log events; `stop` waits for the commits under way. */
export function startEventRelay(dependencies: RelayDependencies): { stop(): Promise<void> } {
  const { bus, log } = dependencies
  const aside = new SetAside()
  let hasEntered = false
  const pass = async () => {
    if (!hasEntered) await enterEpoch(dependencies)
    hasEntered = true
    return logWhatWaits(dependencies, aside)
  }
  const onError = (error: unknown) =>
    warnTogether(
      log,
      { error: errorText(error) },
      'merchant events could not be logged: trying again',
    )
  const pulse = startPulse(pass, {
    what: 'the event relay',
    everyMs: pollMs,
    isDue: () => isWorkDue(dependencies.database, 'event'),
    onError,
  })
  const unlisten = bus.onWake('event', pulse.poke)
  return {
    async stop() {
      unlisten()
      await pulse.stop()
    },
  }
}

/** Logs some events of the merchants that wait longest; returns whether more may wait. */
async function logWhatWaits(dependencies: RelayDependencies, aside: SetAside): Promise<boolean> {
  await wait(gatherMs)
  const waiting = await ownersWaiting(dependencies.database, ownersAtOnceMax + aside.size)
  const owners = waiting.filter((owner) => !aside.has(owner)).slice(0, ownersAtOnceMax)
  if (owners.length === 0) return false
  try {
    return await logFor(dependencies, owners)
  } catch (error) {
    if (error instanceof UnknownPlaceError) return enterEpoch(dependencies)
    if (owners.length === 1) return putAside(dependencies, aside, owners[0]!, error)
    return logForEach(dependencies, aside, owners)
  }
}

/** Begins an epoch where one has to begin; what waits is logged behind the numbers that it skips. */
async function enterEpoch({ database, clock, log }: RelayDependencies): Promise<boolean> {
  const begun = await beginEpoch(database, { now: clock.now() })
  if (begun?.logs) log.warn(begun, restoredWords)
  return true
}

const restoredWords =
  'the database was restored or failed over: event logs go on behind a gap, and merchants are told by an EventLogRestored'

/** Logs for each owner in a commit of its own, so that only the one at fault waits. */
async function logForEach(
  dependencies: RelayDependencies,
  aside: SetAside,
  owners: Owner[],
): Promise<boolean> {
  let isAny = false
  for (const owner of owners)
    try {
      if (await logFor(dependencies, [owner])) isAny = true
    } catch (error) {
      putAside(dependencies, aside, owner, error)
    }
  return isAny
}

/** An owner whose events cannot be logged is left out for a while; while the database is away nobody's can. */
function putAside(
  { log }: RelayDependencies,
  aside: SetAside,
  owner: Owner,
  error: unknown,
): boolean {
  aside.add(owner)
  if (isDatabaseAway(error)) throw error
  log.warn(
    { ...owner, error: errorText(error) },
    "a merchant's events could not be logged: trying again",
  )
  return false
}

async function logFor({ database, bus, log }: RelayDependencies, owners: Owner[]) {
  const shareOfEach = Math.floor(eventsAtOnceMax / owners.length)
  const logged = await logEvents(database, owners, shareOfEach)
  // Without an endpoint nothing else moves that a list of events could hear of.
  for (const { owner, newest } of logged)
    bus.publishOwnersChanges(owner, [{ kind: 'event', id: newest }])
  await bus.publish(logged.flatMap(({ messages }) => messages))
  for (const { owner, events, messages } of logged)
    log.debug({ ...owner, events, deliveries: messages.length }, 'events logged')
  return logged.length > 0
}
