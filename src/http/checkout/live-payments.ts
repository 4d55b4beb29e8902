/**
 * The payments that are followed now. While transfers confirm, the heads of the chains are read once a
 * second, for all payments together.
 */
import { errorText } from '../../shared/errors.ts'
import { findHead } from '../../store/views/deposits.ts'
import type { HttpDependencies } from '../dependencies.ts'
import type { Listener } from '../live/watched.ts'
import { type Followed, Watches } from '../live/watches.ts'
import { type PaymentReading, readPayment } from './payment-reading.ts'
import { isConfirming, toPaymentView } from './payment-view.ts'
import { every, type Scheduled } from '../../shared/time.ts'

/** A page counts confirmations this often. */
export const headIntervalMs = 1_000
/** The watcher needs no more than a moment to begin. */
const hintTimeoutMs = 5_000

export class LivePayments {
  readonly #dependencies: HttpDependencies
  readonly #watches: Watches<PaymentReading>
  readonly #headTimer: Scheduled
  #isAskingHeads = false

  constructor(dependencies: HttpDependencies) {
    this.#dependencies = dependencies
    this.#watches = new Watches(dependencies)
    this.#headTimer = every(headIntervalMs, () => void this.#followHeads())
  }

  follow(id: string, listener: Listener): { started: Promise<void>; leave: () => void } {
    return this.#watches.follow(id, this.#followed(id), listener)
  }

  close(): void {
    this.#headTimer.cancel()
    this.#watches.close()
  }

  #followed(id: string): Followed<PaymentReading> {
    const { bus, clock } = this.#dependencies
    let isHinted = false
    return {
      read: async () => {
        const reading = await readPayment(this.#dependencies, id)
        if (!isHinted) this.#hint(id, reading)
        isHinted = true
        return reading
      },
      show: (reading) => {
        const view = toPaymentView(reading, clock.now())
        return { json: JSON.stringify(view), timeless: JSON.stringify({ ...view, now: '' }) }
      },
      onMoved: (refresh) => bus.onChanged('payment', id, refresh),
    }
  }

  /** Has the address looked at sooner, once while it is followed: the native coin comes without a log. Nobody waits for it. */
  #hint(paymentId: string, { chain }: PaymentReading): void {
    const hint = { blockchain: chain.name, paymentId }
    void this.#dependencies.bus.requestChain('hint', hint, hintTimeoutMs).catch(() => undefined)
  }

  /** Reads no more than once a second, however many payments wait for the same block. */
  async #followHeads(): Promise<void> {
    if (this.#isAskingHeads) return
    this.#isAskingHeads = true
    try {
      for (const chain of new Set(this.#waiting().map(({ reading }) => reading.chain.name)))
        await this.#followHead(chain)
    } catch (error) {
      this.#dependencies.log.warn(
        { error: errorText(error) },
        'the heads of the chains were not read for followed payments; trying again in a second',
      )
    } finally {
      this.#isAskingHeads = false
    }
  }

  async #followHead(chain: string): Promise<void> {
    const head = (await findHead(this.#dependencies.database, chain)) ?? 0
    for (const { watched, reading } of this.#waiting())
      if (reading.chain.name === chain && reading.head < head) watched.take({ ...reading, head })
  }

  /** The payments whose next block matters to somebody. */
  #waiting() {
    return this.#watches.all.flatMap((watched) => {
      const { reading } = watched
      return reading && isConfirming(reading) ? [{ watched, reading }] : []
    })
  }
}
