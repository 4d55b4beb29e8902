/** A time in which no node answers: what happens meanwhile is heard afterwards, in its order. */

/** Nodes may be silent this long before a charge reports that it waits for them. */
const silenceMaxMs = 60_000

export class SimulatedSilence {
  /** Holds what nobody has heard yet; null while the nodes answer. */
  #unheard: (() => void)[] | null = null
  #sinceMs = 0

  get isOn(): boolean {
    return this.#unheard !== null
  }

  /** When it is long enough to be reported, in Unix milliseconds; undefined while the nodes answer. */
  get reportedMs(): number | undefined {
    return this.isOn ? this.#sinceMs + silenceMaxMs : undefined
  }

  turn(isOn: boolean, nowMs: number): void {
    const unheard = this.#unheard ?? []
    this.#unheard = isOn ? [] : null
    this.#sinceMs = nowMs
    for (const hear of unheard) hear()
  }

  hear(report: () => void): void {
    if (this.#unheard) this.#unheard.push(report)
    else report()
  }
}
