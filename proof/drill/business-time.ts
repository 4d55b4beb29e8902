/**
 * Moves the test clock on to the next time at which charges fall due, again and again, also while parts are
 * broken; but not past charges that still wait, since their grace would be over at this pace. The clock waits
 * until the service is idle, so the load pauses for it, for some seconds at most.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChainTruth } from './chain-truth.ts'
import type { Ledger } from './ledger.ts'
import { dueEverySeconds, type Load } from './load.ts'
import type { Shop } from './shop.ts'

const pauseMs = 10_000
const loadPausedMsMax = 12_000
const lookEveryMs = 250
/** A step waits for what it causes, for at most 45 s. */
const answerTimeoutMs = 90_000

type Parts = { shop: Shop; truth: ChainTruth; ledger: Ledger; load: Load }

export class BusinessTime {
  steps = 0
  readonly #parts: Parts
  #isRunning = true
  readonly #running: Promise<void>

  constructor(parts: Parts) {
    this.#parts = parts
    this.#running = this.#move()
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    await this.#running
  }

  /** A drill in which no charge was made says nothing about money: then the clock moves once more. */
  async bringChargesDue(): Promise<void> {
    if (this.#parts.truth.charges.length === 0 && !this.#isChargeOpen()) await this.#step()
  }

  async #move(): Promise<void> {
    while (this.#isRunning) {
      await this.#pause(pauseMs)
      if (!this.#isRunning) return
      if (this.#isChargeOpen()) continue
      const { load } = this.#parts
      load.isPaused = true
      const going = setTimeout(() => (load.isPaused = false), loadPausedMsMax)
      await this.#step()
      clearTimeout(going)
      load.isPaused = false
    }
  }

  async #step(): Promise<void> {
    const { shop, truth } = this.#parts
    // After a move that a fault cut off the service is ahead of its chain, which follows with the next one.
    const { json } = await shop.read('/testing/clock')
    const now = Math.max(truth.now, Date.parse(String(json['now'])) / 1_000)
    const moment = (Math.floor(now / dueEverySeconds) + 1) * dueEverySeconds
    const until = new Date(moment * 1_000).toISOString()
    const options = { answerTimeoutMs }
    await shop.command('/testing/clock/advance', { until }, `clock-${++this.steps}`, options)
  }

  async #pause(forMs: number): Promise<void> {
    const until = performance.now() + forMs
    while (this.#isRunning && performance.now() < until) await sleep(lookEveryMs)
  }

  #isChargeOpen(): boolean {
    return this.#parts.ledger.open().some(({ sign }) => sign.startsWith('charge/'))
  }
}
