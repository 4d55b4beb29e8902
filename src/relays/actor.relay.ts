/**
 * The relay of messages between actors. A worker publishes them right after its commit; one that
 * has not been consumed two seconds later is published again, for as long as it takes until a worker
 * is there. One that workers refused many times is parked beside an anomaly for the operator.
 */
import type { Stop } from '../bus/bus.ts'
import { errorText } from '../shared/errors.ts'
import { warnTogether } from '../shared/log.ts'
import { partition } from '../shared/partition.ts'
import { isWorkDue } from '../store/waiting/due-work.ts'
import { parkRefused } from '../store/engine/stuck-effects.ts'
import { claimRows, type ClaimedRow, toMessage } from '../store/engine/outbox.ts'
import { startPulse } from '../shared/pulse.ts'
import type { RelayDependencies } from './relay-dependencies.ts'

const limit = 500
const everyMs = 1_000
/** Each message is left to the workers for 5 s, then 10, then 20 each time: refused by all, it is parked after six minutes. */
export const leaseMs = 5_000
const refusalsUsuallyMax = 20

/** Starts to sweep; a message is parked after `refusalsMax` refusals. */
export function startActorRelay(
  dependencies: RelayDependencies,
  { refusalsMax = refusalsUsuallyMax } = {},
): Stop {
  const { database, bus, log } = dependencies
  const pulse = startPulse(
    async () => {
      const rows = await claimRows(database, 'actor', { limit, leaseMs })
      const [refused, waiting] = partition(rows, ({ refusals }) => refusals >= refusalsMax)
      await parkAll(dependencies, refused)
      await bus.publish(waiting.map(toMessage))
      return rows.length === limit
    },
    {
      what: 'the actor relay',
      everyMs,
      isDue: () => isWorkDue(database, 'actor'),
      onError: (error) =>
        warnTogether(
          log,
          { error: errorText(error) },
          'messages between actors could not be sent again: trying again',
        ),
    },
  )
  const unlisten = bus.onWake('actor', pulse.poke)
  return {
    async stop() {
      unlisten()
      await pulse.stop()
    },
  }
}

async function parkAll(
  { database, clock, log }: RelayDependencies,
  refused: ClaimedRow[],
): Promise<void> {
  if (!refused.length) return
  for (const { id, name, refusals, lastError } of refused)
    log.error(
      { message: id, name, refusals, lastError },
      'no turn takes a message: it is parked, and sent again when an operator says so',
    )
  const ids = refused.map(({ id }) => id)
  await parkRefused(database, ids, clock.now())
}
