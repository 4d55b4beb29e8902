/**
 * Reads the same again and again: when there is news, when somebody asks, and in turn. One read is
 * under way at a time, and after each there is a rest as long as it took: much news about something that takes
 * long to read neither starves the page of its answer nor the service of its time.
 */

/** A failed read is tried again after this. */
const askAgainMs = 5_000
/** Even without news, as some things move without telling: gas, nodes, settings made elsewhere. */
export const readAnywayMs = 30_000
const restMinMs = 100

export class RepeatedRead {
  /** Resolves with whether the service answered. */
  readonly #read: () => Promise<boolean>
  readonly #anywayMs: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #isReading = false
  #isWanted = false
  #isStopped = false
  #restsUntilMs = 0

  constructor(read: () => Promise<boolean>, anywayMs: number) {
    this.#read = read
    this.#anywayMs = anywayMs
  }

  /** Reads now, or, where a read is under way, once more after it. */
  readNow(): void {
    if (this.#isReading) this.#isWanted = true
    else void this.#run()
  }

  /** There is news: reads once the rest is over. */
  readSoon(): void {
    if (this.#isReading) this.#isWanted = true
    else this.#schedule(this.#restsUntilMs - performance.now())
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  async #run(): Promise<void> {
    if (this.#isStopped) return
    clearTimeout(this.#timer)
    this.#isReading = true
    this.#isWanted = false
    const startedAtMs = performance.now()
    const isAnswered = await this.#read()
    const restMs = Math.max(restMinMs, performance.now() - startedAtMs)
    this.#restsUntilMs = performance.now() + restMs
    this.#isReading = false
    this.#schedule(this.#isWanted ? restMs : isAnswered ? this.#anywayMs : askAgainMs)
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#timer)
    if (this.#isStopped) return
    this.#timer = setTimeout(() => void this.#run(), Math.max(0, afterMs))
  }
}
