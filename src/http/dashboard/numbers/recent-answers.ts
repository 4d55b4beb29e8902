/**
 * Keeps answers that are dear to make: for ten times as long as they took, and three seconds at most. So what
 * somebody looks at again and again takes a tenth of a processor, and a small merchant sees every change at once.
 */
import { shareAnswers } from '../../../shared/share-answers.ts'

const keptMsMax = 3_000
const keptTimesAsLong = 10
/** One for each merchant and question; the oldest is forgotten first. */
const keptMax = 500

const answersOf = new WeakMap<object, RecentAnswers>()

/** The answers of one database that are still fresh. */
export function recentAnswersOf(database: object): RecentAnswers {
  const known = answersOf.get(database) ?? new RecentAnswers()
  answersOf.set(database, known)
  return known
}

type Kept = { ask: () => Promise<unknown>; answer: Promise<unknown> | null; until: number }

class RecentAnswers {
  readonly #kept = new Map<string, Kept>()

  /** Answers a question as it was answered a moment ago, or asks. Those who ask at once share the answer. */
  async answer<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#kept.get(key) ?? this.#remember(key, ask)
    if (known.answer && performance.now() < known.until) return known.answer as Promise<Answer>
    const startedAt = performance.now()
    const answer = await known.ask()
    const tookMs = performance.now() - startedAt
    known.answer = Promise.resolve(answer)
    known.until = performance.now() + Math.min(keptMsMax, keptTimesAsLong * tookMs)
    return answer as Answer
  }

  #remember(key: string, ask: () => Promise<unknown>): Kept {
    const kept: Kept = { ask: shareAnswers(ask), answer: null, until: 0 }
    this.#kept.set(key, kept)
    if (this.#kept.size > keptMax) this.#kept.delete(this.#kept.keys().next().value!)
    return kept
  }
}
