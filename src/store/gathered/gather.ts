/**
 * Gathers what is asked of the database in the same moment into one statement: a statement costs a round trip and,
 * where it writes, a commit, whether it is about one row or about many. A lone question waits for nobody. A question is
 * never answered by a statement that was under way before it, so every answer is of after its question.
 */
import type { Pool } from 'pg'
import { isCollision, isFaultOfOne } from '../database-errors.ts'
import { after } from '../../shared/time.ts'

/**
 * More would each carry less. One alone would let a slow statement hold up everybody. Asked apart, a request took up to
 * ten statements, 1.5 ms of the processor to read a subscription and 5 ms to make one. A cache in their place would have
 * to hear of every change, across processes.
 */
const statementsUnderWayMax = 4
const askedTogetherMax = 128

/** Answers each question at its place; the statement finds for each no more than its own merchant's and network's. */
type Statement<Asked, Answer> = (pool: Pool, asked: Asked[]) => Promise<Answer[]>
type Options<Asked> = {
  /** Questions of one name go into statements one after the other: one statement can write a row only once. */
  nameOf?: (asked: Asked) => string
  /** Questions that nobody waits for wait this long for others to share their statement. */
  waitMs?: number
}
type Waiting<Asked, Answer> = {
  asked: Asked
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/** Makes a function that asks together with whoever asks the same database at the same time. */
export function gather<Asked, Answer>(
  statement: Statement<Asked, Answer>,
  options: Options<Asked> = {},
): (pool: Pool, asked: Asked) => Promise<Answer> {
  const gatherings = new WeakMap<Pool, Gathering<Asked, Answer>>()
  return (pool, asked) => {
    const known = gatherings.get(pool) ?? new Gathering(pool, statement, options)
    gatherings.set(pool, known)
    return known.ask(asked)
  }
}

class Gathering<Asked, Answer> {
  readonly #pool: Pool
  readonly #statement: Statement<Asked, Answer>
  readonly #options: Options<Asked>
  readonly #namesUnderWay = new Set<string>()
  #waiting: Waiting<Asked, Answer>[] = []
  #underWay = 0
  #isScheduled = false

  constructor(pool: Pool, statement: Statement<Asked, Answer>, options: Options<Asked>) {
    this.#pool = pool
    this.#statement = statement
    this.#options = options
  }

  ask(asked: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asked, resolve, reject })
      this.#schedule()
    })
  }

  /** In the next tick: requests that came in this one are all read by then. */
  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    const send = () => {
      this.#isScheduled = false
      this.#send()
    }
    const { waitMs } = this.#options
    if (waitMs === undefined) setImmediate(send)
    else after(waitMs, send)
  }

  #send(): void {
    while (this.#underWay < statementsUnderWayMax) {
      const { taken, names } = this.#take()
      if (taken.length === 0) return
      this.#underWay++
      void this.#answer(taken).finally(() => {
        this.#underWay--
        for (const name of names) this.#namesUnderWay.delete(name)
        if (this.#options.waitMs === undefined) this.#send()
        else if (this.#waiting.length > 0) this.#schedule()
      })
    }
  }

  /** Takes those who wait; of one name only the first, and none while one of that name is under way. */
  #take(): { taken: Waiting<Asked, Answer>[]; names: string[] } {
    const { nameOf } = this.#options
    if (!nameOf) return { taken: this.#waiting.splice(0, askedTogetherMax), names: [] }
    const taken: Waiting<Asked, Answer>[] = []
    const names: string[] = []
    const left: Waiting<Asked, Answer>[] = []
    for (const one of this.#waiting) {
      const name = nameOf(one.asked)
      if (taken.length === askedTogetherMax || this.#namesUnderWay.has(name)) left.push(one)
      else {
        this.#namesUnderWay.add(name)
        names.push(name)
        taken.push(one)
      }
    }
    this.#waiting = left
    return { taken, names }
  }

  /** A fault of one is the fault of that one: the others are asked for again, each alone. */
  async #answer(taken: Waiting<Asked, Answer>[]): Promise<void> {
    try {
      const answers = await this.#statement(
        this.#pool,
        taken.map(({ asked }) => asked),
      )
      for (const [index, { resolve }] of taken.entries()) resolve(answers[index]!)
    } catch (error) {
      if (taken.length > 1 && (isFaultOfOne(error) || isCollision(error)))
        for (const one of taken) await this.#answer([one])
      else for (const { reject } of taken) reject(error)
    }
  }
}

/**
 * So many parameters of a statement, from `$1` on: arrays of texts whose lengths the planner does not see. It keeps one plan then; where
 * each question takes several looks, it finds a plan for one so much cheaper than that for any number that it plans anew each time.
 */
export const unseenTexts = (count: number): string =>
  Array.from({ length: count }, (_, index) => `(select $${index + 1}::text[])`).join(', ')
