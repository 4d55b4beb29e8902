/**
 * Limits how many listen at once: to one payment or customer, from one address, and to this process. Each
 * listener holds a connection, and a page that finds no place asks every few seconds instead.
 */
import { Problem } from '../../shared/problems.ts'
import { toWideNetwork, wideNetworkFactor } from '../requests/client-address.ts'
import type { ListenerSettings } from '../http-settings.ts'

const retryAfterSeconds = '30'

export class ListenerPlaces {
  readonly #settings: ListenerSettings
  readonly #askInstead: string
  readonly #taken = new Map<string, number>()

  /** `askInstead`: the call that answers those who find no place. */
  constructor(settings: ListenerSettings, askInstead: string) {
    this.#settings = settings
    this.#askInstead = askInstead
  }

  /**
   * Takes a place and returns what gives it back, which may be called twice.
   *
   * @throws ServiceUnavailable where there is none
   */
  take(followed: string, address: string): () => void {
    const { perPaymentMax, perAddressMax, perProcessMax } = this.#settings
    const network = toWideNetwork(address)
    const counters: (readonly [string, number])[] = [
      [followed, perPaymentMax],
      [`address ${address}`, perAddressMax],
      ...(network ? [[`network ${network}`, wideNetworkFactor * perAddressMax] as const] : []),
      ['process', perProcessMax],
    ]
    if (counters.some(([name, max]) => this.#count(name) >= max)) throw noPlace(this.#askInstead)
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

const noPlace = (askInstead: string) =>
  new Problem('ServiceUnavailable', `Too many listen at once; ask for ${askInstead} instead.`, {
    headers: { 'retry-after': retryAfterSeconds },
  })
