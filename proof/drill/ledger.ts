/**
 * Keeps what the drill waits for: work that somebody has begun, and the sign by which it is known to be done. The last
 * of the work that was open when a fault was over shows how long the service took to recover.
 */
export type Work = { sign: string; begunAt: number; doneAt: number | null }

export class Ledger {
  readonly #works = new Map<string, Work>()
  /** Signs may be seen before the answer that tells the drill to wait for them. */
  readonly #seen = new Map<string, number>()

  begin(sign: string): void {
    if (this.#works.has(sign)) return
    this.#works.set(sign, {
      sign,
      begunAt: performance.now(),
      doneAt: this.#seen.get(sign) ?? null,
    })
  }

  /** Notes a sign; once counts. */
  see(sign: string): void {
    if (this.#seen.has(sign)) return
    const now = performance.now()
    this.#seen.set(sign, now)
    const work = this.#works.get(sign)
    if (work) work.doneAt ??= now
  }

  /** Takes back what is not wanted any more, such as a charge of what was cancelled meanwhile. */
  drop(isUnwanted: (sign: string) => boolean): void {
    for (const [sign, { doneAt }] of this.#works)
      if (doneAt === null && isUnwanted(sign)) this.#works.delete(sign)
  }

  get all(): Work[] {
    return [...this.#works.values()]
  }

  open(): Work[] {
    return this.all.filter(({ doneAt }) => doneAt === null)
  }

  /** Returns the work that was open at some moment between the two. */
  livedBetween(from: number, to: number): Work[] {
    return this.all.filter(
      ({ begunAt, doneAt }) => begunAt <= to && (doneAt === null || doneAt > from),
    )
  }
}
