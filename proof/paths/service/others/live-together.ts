/**
 * Lives many paths beside one another, as there is one clock and one chain: what disturbs nobody at the same time,
 * then what needs the chain for itself, and then the clock goes to the first moment for which anybody waits.
 */
import { each } from '../each.ts'
import type { RunningService } from '../running-service.ts'
import { errorText } from '../../../../src/shared/errors.ts'

/** Says how a path goes on: beside others, alone, or at a moment in Unix milliseconds. */
export type Next = 'beside' | 'alone' | { atMs: number }

export type Living = {
  /** Null where all is done. */
  next(): Next | null
  /** Does the next act, and holds everything against the model. Throws what differs. */
  act(): Promise<void>
}

export type Lived = { failure: string | null; durationMs: number }

/** Waits within so much business time are one step. */
const togetherMs = 60_000

/** Returns what became of each, in their order. */
export async function liveTogether(
  { merchant }: RunningService,
  lives: readonly Living[],
): Promise<Lived[]> {
  const all = lives.map((living) => ({ living, failure: null as string | null, durationMs: 0 }))
  const act = async (one: (typeof all)[number]) => {
    const beganMs = performance.now()
    try {
      await one.living.act()
    } catch (error) {
      one.failure = errorText(error)
    }
    one.durationMs += Math.round(performance.now() - beganMs)
  }
  for (;;) {
    const going = all.flatMap((one) => {
      const next = one.failure === null ? one.living.next() : null
      return next === null ? [] : [{ one, next }]
    })
    if (going.length === 0) return all.map(({ failure, durationMs }) => ({ failure, durationMs }))
    const beside = going.filter(({ next }) => next === 'beside')
    const alone = going.find(({ next }) => next === 'alone')
    if (beside.length > 0) await each(beside, ({ one }) => act(one))
    else if (alone) await act(alone.one)
    else {
      const moments = going.map(({ next }) => (next as { atMs: number }).atMs)
      const first = Math.min(...moments)
      const untilMs = Math.max(...moments.filter((moment) => moment <= first + togetherMs))
      const { now } = await merchant.mandate.testClock.read()
      if (Date.parse(now) < untilMs)
        await merchant.mandate.testClock.advance({ until: new Date(untilMs) })
      await each(
        going.filter((_, index) => moments[index]! <= untilMs),
        ({ one }) => act(one),
      )
    }
  }
}
