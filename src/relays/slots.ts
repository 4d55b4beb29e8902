/** Counts the webhook calls under way to each destination, because each may have only a few. */
import type { Owner } from '../shared/owner.ts'
import type { DestinationCalls } from '../store/engine/webhook-queue.ts'
import type { DestinationKey } from '../store/waiting-deliveries.ts'

export class Slots {
  readonly #byDestination = new Map<string, DestinationCalls>()
  #total = 0

  get total(): number {
    return this.#total
  }

  /** Lists the counts that are not zero. */
  underWay(): DestinationCalls[] {
    return [...this.#byDestination.values()]
  }

  /** Counts one call to the destination while `work` runs. */
  async during(destination: Owner & DestinationKey, work: () => Promise<void>): Promise<void> {
    this.#change(destination, 1)
    try {
      await work()
    } finally {
      this.#change(destination, -1)
    }
  }

  #change({ merchantId, network, endpointId, apiKey }: Owner & DestinationKey, by: number): void {
    this.#total += by
    const key = `${endpointId}/${apiKey}`
    const calls = (this.#byDestination.get(key)?.calls ?? 0) + by
    if (calls > 0) this.#byDestination.set(key, { merchantId, network, endpointId, apiKey, calls })
    else this.#byDestination.delete(key)
  }
}
