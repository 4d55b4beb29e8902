/**
 * Limits how many listen at once: to one payment, from one address, and to this process. Each
 * listener holds a connection, and a page that finds no place asks every few seconds instead.
 */
import { Problem } from '../../shared/problems.ts'
import type { ListenerSettings } from '../dependencies.ts'

const retryAfterSeconds = '30'

export class ListenerPlaces {
  readonly #settings: ListenerSettings
  readonly #taken = new Map<string, number>()

  constructor(settings: ListenerSettings) {
    this.#settings = settings
  }

  /**
   * Takes a place and returns what gives it back, which may be called twice.
   *
   * @throws ServiceUnavailable where there is none
   */
  take(paymentId: string, address: string): () => void {
    const { perPaymentMax, perAddressMax, perProcessMax } = this.#settings
    const counters: [string, number][] = [
      [`payment ${paymentId}`, perPaymentMax],
      [`address ${address}`, perAddressMax],
      ['process', perProcessMax],
    ]
    if (counters.some(([name, max]) => this.#count(name) >= max)) throw noPlace()
    for (const [name] of counters) this.#taken.set(name, this.#count(name) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      for (const [name] of counters) this.#giveBack(name)
    }
  }

  #count(name: string): number {
    return this.#taken.get(name) ?? 0
  }

  #giveBack(name: string): void {
    const left = this.#count(name) - 1
    if (left > 0) this.#taken.set(name, left)
    else this.#taken.delete(name)
  }
}

const noPlace = () =>
  new Problem('ServiceUnavailable', 'Too many listen at once; ask for /payment instead.', {
    headers: { 'retry-after': retryAfterSeconds },
  })
