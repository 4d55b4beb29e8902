/**
 * The payments that are followed now. A payment is read when the bus reports that it moved and,
 * because the bus may lose that, every few seconds besides. While transfers confirm, the heads of
 * the chains are read once a second, for all payments together.
 */
import { errorText } from '../../shared/errors.ts'
import { findHead } from '../../store/views/deposits.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { readPayment } from './payment-reading.ts'
import { type Listener, WatchedPayment } from './watched-payment.ts'

const headIntervalMs = 1_000

type Watch = { payment: WatchedPayment; followers: number; stop(): void }

export class LivePayments {
  readonly #dependencies: HttpDependencies
  readonly #watches = new Map<string, Watch>()
  readonly #headTimer: NodeJS.Timeout
  #isAskingHeads = false

  constructor(dependencies: HttpDependencies) {
    this.#dependencies = dependencies
    this.#headTimer = setInterval(() => void this.#followHeads(), headIntervalMs)
    this.#headTimer.unref()
  }

  /** `started` resolves after the first view was sent, and rejects where there is none to send. */
  follow(id: string, listener: Listener): { started: Promise<void>; leave: () => void } {
    const watch = this.#watches.get(id) ?? this.#watch(id)
    const { payment } = watch
    watch.followers++
    let isGone = false
    const leave = () => {
      if (isGone) return
      isGone = true
      payment.remove(listener)
      watch.followers--
      if (watch.followers > 0) return
      watch.stop()
      this.#watches.delete(id)
    }
    const started = payment.ready().then(() => {
      if (!isGone) payment.add(listener)
    })
    return { started, leave }
  }

  close(): void {
    clearInterval(this.#headTimer)
    for (const watch of this.#watches.values()) watch.stop()
    this.#watches.clear()
  }

  #watch(id: string): Watch {
    const { bus, clock, log, settings } = this.#dependencies
    const read = () => readPayment(this.#dependencies, id)
    const payment = new WatchedPayment({ read, now: () => clock.now() })
    const refresh = () =>
      void payment.refresh().catch((error: unknown) => {
        log.warn(
          { payment: id, error: errorText(error) },
          'a followed payment was not read; trying again in seconds',
        )
      })
    const unsubscribe = bus.onChanged('payment', id, refresh)
    const timer = setInterval(refresh, settings.listeners.readAnywayMs)
    timer.unref()
    const stop = () => {
      unsubscribe()
      clearInterval(timer)
    }
    const watch = { payment, followers: 0, stop }
    this.#watches.set(id, watch)
    return watch
  }

  /** Reads no more than once a second, however many payments wait for the same block. */
  async #followHeads(): Promise<void> {
    const { database, log } = this.#dependencies
    const payments = [...this.#watches.values()].map(({ payment }) => payment)
    const chains = new Set(payments.map(({ waitsFor }) => waitsFor).filter((name) => name !== null))
    if (this.#isAskingHeads || chains.size === 0) return
    this.#isAskingHeads = true
    try {
      for (const chain of chains) {
        const head = await findHead(database, chain)
        const waiting = payments.filter(({ waitsFor }) => waitsFor === chain)
        for (const payment of waiting) payment.takeHead(head ?? 0)
      }
    } catch (error) {
      log.warn(
        { error: errorText(error) },
        'the heads of the chains were not read for followed payments; trying again in a second',
      )
    } finally {
      this.#isAskingHeads = false
    }
  }
}
