/**
 * Keeps answers that are dear to make: for ten times as long as they took, and until three seconds after their making
 * began. So a small merchant sees every change at once. While somebody looks at one that is dear, the next is made before
 * it is due, so that nobody but the first waits; that takes a third of a processor at most, for seconds after the last look.
 */
import { shareAnswers } from '../../../shared/share-answers.ts'
import { after, elapsedMs } from '../../../shared/time.ts'

/** No answer is older than this, from the moment on at which its making began: `web/dashboard/use-read.ts` counts on it. */
export const keptMsMax = 3_000
const keptTimesAsLong = 10
/** Answers that took less are made when they are asked for. */
const dearFromMs = 50
/** Somebody who asked so lately may ask again. */
const looksOnMs = 15_000
/** The next one is begun before it is due, by so many times the duration of the last one. */
const aheadTimesAsLong = 2
/** One for each merchant and question; the oldest is forgotten first. */
const keptMax = 500

const answersOf = new WeakMap<object, RecentAnswers>()

/** The answers of one database that are still fresh. */
export function recentAnswersOf(database: object): RecentAnswers {
  const known = answersOf.get(database) ?? new RecentAnswers()
  answersOf.set(database, known)
  return known
}

type RecentAnswer = {
  make: () => Promise<unknown>
  answer: unknown
  /** Until when it is given; `elapsedMs()`. */
  untilMs: number
  askedAtMs: number
}

export class RecentAnswers {
  readonly #kept = new Map<string, RecentAnswer>()

  /**
   * Answers a question as it was answered a moment ago, or makes the answer. Callers who ask at once share it. `make`
   * is kept for later, so it reads the time itself.
   */
  async answer<Answer>(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const known = this.#kept.get(key) ?? this.#remember(key, make)
    known.askedAtMs = elapsedMs()
    if (known.askedAtMs < known.untilMs) return known.answer as Answer
    return (await known.make()) as Answer
  }

  /** Keeps nothing any more: all answers are made when they are asked for next. */
  forget(): void {
    this.#kept.clear()
  }

  #remember(key: string, make: () => Promise<unknown>): RecentAnswer {
    const kept: RecentAnswer = {
      make: shareAnswers(() => this.#make(key, kept, make)),
      answer: null,
      untilMs: 0,
      askedAtMs: 0,
    }
    this.#kept.set(key, kept)
    if (this.#kept.size > keptMax) this.#kept.delete(this.#kept.keys().next().value!)
    return kept
  }

  async #make(key: string, kept: RecentAnswer, make: () => Promise<unknown>): Promise<unknown> {
    const begunAtMs = elapsedMs()
    const answer = await make()
    const tookMs = elapsedMs() - begunAtMs
    kept.answer = answer
    kept.untilMs = begunAtMs + Math.min(keptMsMax, tookMs + keptTimesAsLong * tookMs)
    if (tookMs >= dearFromMs)
      this.#makeAhead(
        key,
        kept,
        Math.max(tookMs, kept.untilMs - elapsedMs() - aheadTimesAsLong * tookMs),
      )
    return answer
  }

  #makeAhead(key: string, kept: RecentAnswer, afterMs: number): void {
    after(afterMs, () => {
      const isLookedAt = elapsedMs() - kept.askedAtMs < looksOnMs
      // The next caller hears of the failure.
      if (isLookedAt && this.#kept.get(key) === kept) kept.make().catch(() => undefined)
    })
  }
}
