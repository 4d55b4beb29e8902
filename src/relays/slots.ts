/** Counts the calls under way of each merchant and network, because each may have only a few. */
import type { Owner } from '../shared/owner.ts'

/** The number of a merchant's calls that are under way in this process. */
export type OwnersCalls = Owner & { calls: number }

export class Slots {
  readonly #byOwner = new Map<string, OwnersCalls>()
  #total = 0

  get total(): number {
    return this.#total
  }

  /** Lists the counts that are not zero. */
  underWay(): OwnersCalls[] {
    return [...this.#byOwner.values()]
  }

  /** Counts one call of the owner while `work` runs. */
  async during(owner: Owner, work: () => Promise<void>): Promise<void> {
    this.#change(owner, 1)
    try {
      await work()
    } finally {
      this.#change(owner, -1)
    }
  }

  #change({ merchantId, network }: Owner, by: number): void {
    this.#total += by
    const key = `${merchantId}/${network}`
    const calls = (this.#byOwner.get(key)?.calls ?? 0) + by
    if (calls > 0) this.#byOwner.set(key, { merchantId, network, calls })
    else this.#byOwner.delete(key)
  }
}
