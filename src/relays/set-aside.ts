/** Owners that are skipped for two seconds after a failure. */
import { ownerKey, type Owner } from '../shared/owner.ts'
import { elapsedMs } from '../shared/time.ts'

export const asideMs = 2_000
/** More are not remembered; they are tried, and fail, again and again. */
const ownersMax = 1_000

export class SetAside {
  readonly #until = new Map<string, number>()

  get size(): number {
    return this.#until.size
  }

  add(owner: Owner): void {
    if (this.#until.size < ownersMax) this.#until.set(ownerKey(owner), elapsedMs() + asideMs)
  }

  has(owner: Owner): boolean {
    const until = this.#until.get(ownerKey(owner))
    if (until === undefined) return false
    if (elapsedMs() < until) return true
    this.#until.delete(ownerKey(owner))
    return false
  }
}
