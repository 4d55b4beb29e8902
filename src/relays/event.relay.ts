/**
 * Logs merchant events: each one that a turn enqueued gets its place in the log of its merchant and
 * network, without holes, and its deliveries. Events without an endpoint are logged all the same.
 */
import type { Bus } from '../bus/bus.ts'
import { errorText } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import type { Owner } from '../shared/owner.ts'
import type { Database } from '../store/database.ts'
import { isWorkDue } from '../store/waiting/due-work.ts'
import { logEvents } from './event-log.ts'
import { startPulse } from '../shared/pulse.ts'
import { wait } from '../shared/retry.ts'
import { ownersWaiting } from './event-queue.ts'

const pollMs = 500
/** Delay before events are taken, so that those of one moment are logged in one commit. */
const gatherMs = 25
const ownersAtOnceMax = 4
const eventsAtOnceMax = 500

export type EventRelayDependencies = { database: Database; bus: Bus; log: Log }

/** Starts to log events; `stop` waits for the commits under way. */
export function startEventRelay(dependencies: EventRelayDependencies): { stop(): Promise<void> } {
  const { bus, log } = dependencies
  const onError = (error: unknown) =>
    log.warn({ error: errorText(error) }, 'merchant events could not be logged: trying again')
  const pulse = startPulse(() => logWhatWaits(dependencies), {
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
async function logWhatWaits({ database, bus, log }: EventRelayDependencies): Promise<boolean> {
  await wait(gatherMs)
  const owners = await ownersWaiting(database, ownersAtOnceMax)
  const logOne = async (owner: Owner): Promise<boolean> => {
    const { events, newest, messages } = await logEvents(database, owner, eventsAtOnceMax)
    // Without an endpoint nothing else moves that a list of events could hear of.
    if (newest) bus.publishOwnersChanges(owner, [{ kind: 'event', id: newest }])
    await bus.publish(messages)
    log.debug({ ...owner, events, deliveries: messages.length }, 'events logged')
    return events > 0
  }
  const rounds = await Promise.allSettled(owners.map(logOne))
  const failed = rounds.find((round) => round.status === 'rejected')
  if (failed) throw failed.reason
  return rounds.some((round) => round.status === 'fulfilled' && round.value)
}
