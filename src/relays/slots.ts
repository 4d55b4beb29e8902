/**
 * Counts the webhook calls under way to each destination, and says how many there may be: more with each that is answered
 * well, so that a far endpoint gets as many as its distance asks for, and fewer with each that is not.
 */
import { ownerKey, type Owner } from '../shared/owner.ts'
import type { DestinationCalls } from '../store/engine/webhook-queue.ts'
import type { DestinationKey } from '../store/waiting-deliveries.ts'

export type CallBounds = { first: number; most: number }
type Counted<Whose> = { whose: Whose; calls: number; max: number }

/** So many that have no call under way are remembered with how many they may have. */
const idleMax = 100

class CallCounts<Whose> {
  readonly #counts = new Map<string, Counted<Whose>>()
  readonly #bounds: CallBounds
  #idle = 0

  constructor(bounds: CallBounds) {
    this.#bounds = bounds
  }

  get all(): Counted<Whose>[] {
    return [...this.#counts.values()]
  }

  maxOf(name: string): number {
    return this.#counts.get(name)?.max ?? this.#bounds.first
  }

  begin(name: string, whose: Whose): void {
    const count = this.#counts.get(name)
    if (count?.calls === 0) this.#idle--
    this.#counts.set(name, { whose, calls: (count?.calls ?? 0) + 1, max: this.maxOf(name) })
  }

  end(name: string, isAnswered: boolean): void {
    const count = this.#counts.get(name)
    if (!count) return
    const { first, most } = this.#bounds
    count.max = isAnswered ? Math.min(count.max + 1, most) : Math.max(count.max >> 1, first)
    count.calls--
    if (count.calls > 0) return
    // The one that was idle last is the last one in the order of the map.
    this.#counts.delete(name)
    if (count.max === first) return
    this.#counts.set(name, count)
    this.#idle++
    if (this.#idle > idleMax) this.#forgetOne()
  }

  #forgetOne(): void {
    for (const [name, { calls }] of this.#counts)
      if (calls === 0) {
        this.#counts.delete(name)
        this.#idle--
        return
      }
  }
}

export class Slots {
  readonly #ofDestinations: CallCounts<Owner & DestinationKey>
  readonly #ofOwners: CallCounts<string>
  #total = 0

  constructor(bounds: { ofDestination: CallBounds; ofOwner: CallBounds }) {
    this.#ofDestinations = new CallCounts(bounds.ofDestination)
    this.#ofOwners = new CallCounts(bounds.ofOwner)
  }

  get total(): number {
    return this.#total
  }

  /** Lists the destinations of which more is known than how many calls each may have at first. */
  known(): DestinationCalls[] {
    return this.#ofDestinations.all.map(({ whose, calls, max }) => ({
      ...whose,
      calls,
      callsMax: max,
      ownerCallsMax: this.#ofOwners.maxOf(ownerKey(whose)),
    }))
  }

  /** Counts one call to the destination while `work` runs, which resolves with whether it was answered well. */
  async during(
    { merchantId, network, endpointId, apiKey }: Owner & DestinationKey,
    work: () => Promise<boolean>,
  ): Promise<void> {
    const destination = `${endpointId}/${apiKey}`
    const owner = ownerKey({ merchantId, network })
    let isAnswered = false
    this.#total++
    this.#ofDestinations.begin(destination, { merchantId, network, endpointId, apiKey })
    this.#ofOwners.begin(owner, owner)
    try {
      isAnswered = await work()
    } finally {
      this.#total--
      this.#ofDestinations.end(destination, isAnswered)
      this.#ofOwners.end(owner, isAnswered)
    }
  }
}
