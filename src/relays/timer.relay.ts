/**
 * Publishes every due timer to the workers, at the moment at which it is due. One that is lost is published again; one
 * too many is harmless. If thousands are due together, what the first have begun goes on before the next begin: the
 * first transactions are on their way while the rest is still to be made.
 */
import type { Bus, Stop } from '../bus/bus.ts'
import type { ChainDirectory } from '../shared/chain-directory.ts'
import type { Clock } from '../shared/clock.ts'
import { errorText } from '../shared/errors.ts'
import { type Log, warnTogether } from '../shared/log.ts'
import type { Message } from '../shared/message.ts'
import type { Database } from '../store/database.ts'
import { firstTimerAt } from '../store/waiting/due-work.ts'
import {
  areWorkersBehind,
  claimDueTimers,
  nextTimerAt,
  timersKnownMs,
} from '../store/engine/timers.ts'
import { startPulse } from '../shared/pulse.ts'
import { type AwaitedReading, unreadMsMax } from '../store/waiting/unread-expiries.ts'
import { elapsedMs, wait } from '../shared/time.ts'

/**
 * Timers that are sent before workers follow. With 10,000 sent at once all subscriptions took their turns before the first
 * charge: the chain idled for six seconds of 26, and what waited for two seconds was sent a second time.
 */
const limit = 500
/** One that was sent, and not taken, is sent again after this long. */
const resendMs = 5_000

/** Workers that are behind are looked at so often, and for so long at most: where there are none, timers are sent all the same. */
const behind = { lookEveryMs: 20, waitMaxMs: 2_000 }

/** A due timer that is not sent is being sent by another relay. */
const restMsMin = 10

/** A due timer that could not be claimed waits until its chain is read. */
const restMsUnread = 1_000

type TimerParts = {
  database: Database
  bus: Bus
  clock: Clock
  log: Log
  directory: Pick<ChainDirectory, 'chains' | 'absent'>
}

export function startTimerRelay({ database, bus, clock, log, directory }: TimerParts): Stop {
  let nextAt: Date | null = null
  let restMsDue = restMsMin
  const startedAtMs = elapsedMs()
  const stopping = new AbortController()
  const pulse = startPulse(
    async () => {
      const reading = readingOf(directory, startedAtMs)
      const messages = await claimDueTimers(database, clock.now(), { limit, resendMs, reading })
      restMsDue = messages.length ? restMsMin : restMsUnread
      await bus.publish(messages)
      if (messages.length === limit) {
        await untilWorkersFollow(database, messages.at(-1)!, stopping.signal)
        return true
      }
      nextAt = await nextTimerAt(database)
      return false
    },
    {
      what: 'the timer relay',
      // A timer that is armed for less than this is announced by whoever arms it.
      everyMs: timersKnownMs,
      async isDue() {
        nextAt = await firstTimerAt(database)
        return nextAt !== null && nextAt <= clock.now()
      },
      restMsMax() {
        if (nextAt === null) return timersKnownMs
        const leftMs = nextAt.getTime() - clock.now().getTime()
        return leftMs > 0 ? Math.max(restMsMin, leftMs) : restMsDue
      },
      onError: (error) =>
        warnTogether(
          log,
          { error: errorText(error) },
          'due timers could not be sent: trying again',
        ),
    },
  )
  const unsubscribe = bus.onWake('timer', () => pulse.poke())
  return {
    async stop() {
      unsubscribe()
      stopping.abort()
      await pulse.stop()
    },
  }
}

/** A local chain makes no block by itself, so nothing tells whether it is behind. */
const readingOf = (
  { chains, absent }: TimerParts['directory'],
  startedAtMs: number,
): AwaitedReading => ({
  chains: [...chains, ...absent.map(({ settings }) => settings)]
    .filter(({ embedded }) => !embedded)
    .map(({ name }) => name),
  isWaitNew: elapsedMs() - startedAtMs < unreadMsMax,
})

async function untilWorkersFollow(
  database: Database,
  last: Message,
  stopping: AbortSignal,
): Promise<void> {
  const until = elapsedMs() + behind.waitMaxMs
  while (!stopping.aborted && elapsedMs() < until) {
    if (!(await areWorkersBehind(database, last))) return
    await wait(behind.lookEveryMs, stopping)
  }
}
