/** Notices what must never be: a number of the log, or of a resource's events, that was left out. */
import type { Event } from '../generated/types.generated.ts'
import { resourceOf } from '../command/resource.ts'

/** So many resources are remembered; the one that was quiet for longest is forgotten. */
const resourcesMax = 10_000

export class Gaps {
  #logNumber: number
  readonly #sequences = new Map<string, number>()

  /** @param after The log number behind which the reading begins. */
  constructor(after: number) {
    this.#logNumber = after
  }

  /** Takes the next event of the log, and says what is missing before it. */
  take(event: Event): string[] {
    const found = [this.#takeLogNumber(event), this.#takeSequence(event)]
    return found.filter((gap) => gap !== null)
  }

  /** After a restore of the service its log goes on behind a gap, which the first event there tells of. */
  #takeLogNumber({ logNumber, eventType }: Event): string | null {
    const isTold = eventType === 'EventLogRestored'
    const expected = this.#logNumber + 1
    this.#logNumber = logNumber
    return logNumber === expected || isTold
      ? null
      : `log number ${expected} expected, ${logNumber} came`
  }

  /** The first event that is seen of a resource says nothing about those before it. */
  #takeSequence(event: Event): string | null {
    const { kind, id } = resourceOf(event)
    const key = `${kind} ${id}`
    const last = this.#sequences.get(key)
    this.#sequences.delete(key)
    this.#sequences.set(key, event.sequence)
    if (this.#sequences.size > resourcesMax)
      this.#sequences.delete(this.#sequences.keys().next().value!)
    if (last === undefined || event.sequence === last + 1) return null
    return `sequence ${last + 1} of ${key} expected, ${event.sequence} came`
  }
}
