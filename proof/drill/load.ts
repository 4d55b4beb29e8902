/**
 * Does what merchants and payers do all the time: payments are asked for and paid, subscriptions begin, are charged as
 * they fall due, and are cancelled. Everything begun is noted in the ledger with the sign of its end.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from 'viem'
import type { Dice } from '../../test/chain/faults.ts'
import type { ChainTruth } from './chain-truth.ts'
import type { Ledger } from './ledger.ts'
import type { Market } from './merchants.ts'
import type { Wallet } from './payers.ts'
import type { Json, Shop } from './shop.ts'

export type PaidPayment = { id: string; key: string; depositAddress: Address; baseUnits: bigint }
export type Subscribed = {
  contract: Address
  key: string
  payer: Address
  /** Unix seconds. */
  start: number
  allowed: bigint
  cancelledAt: number | null
}
export type LoadParts = {
  shop: Shop
  stranger: Shop
  market: Market
  truth: ChainTruth
  ledger: Ledger
  wallets: Wallet[]
  dice: Dice
  rate: number
  subscriptions: number
}

/** Charges fall due together at these times of the day, so that the clock has few steps to make. */
export const dueEverySeconds = 6 * 60 * 60
/** A start that is nearer is put off to the next of these times, since the payer still has to approve. */
const startAheadSeconds = 120
const periodsMax = 200
const paymentsToSubscriptions = 4
const openMax = 60
const expiresAheadSeconds = 300 * 24 * 60 * 60
const copiesMax = 5
const activationsMax = 100
const activationPauseMs = 2_000
const copiedPart = 0.15
const twoPartsPart = 0.2

export class Load {
  readonly payments: PaidPayment[] = []
  readonly subscribed: Subscribed[] = []
  readonly troubles: string[] = []
  readonly #parts: LoadParts
  readonly #running = new Set<Promise<void>>()
  #isRunning = true
  #count = 0
  readonly #loop: Promise<void>

  constructor(parts: LoadParts) {
    this.#parts = parts
    this.#loop = this.#begin()
  }

  /** Begins nothing new while it is true: the test clock moves only while the service has nothing to do. */
  isPaused = false

  /** Begins nothing more, and waits until what was begun was said and paid. */
  async stop(): Promise<void> {
    this.#isRunning = false
    await this.#loop
    await Promise.all(this.#running)
  }

  /** Asks for charges that the chain's time has come to. */
  expectDueCharges(): void {
    const { truth, ledger } = this.#parts
    const due = new Map(
      this.subscribed.map(({ contract, start }) => [contract, { start, next: 1 }]),
    )
    for (const { contract, period, nextDue } of truth.charges) {
      ledger.see(chargeSign(contract, period))
      const known = due.get(contract)
      if (known && period >= known.next) due.set(contract, { start: nextDue, next: period + 1 })
    }
    for (const { contract, cancelledAt } of this.subscribed)
      if (cancelledAt === null) {
        const { start, next } = due.get(contract)!
        if (start <= truth.now) ledger.begin(chargeSign(contract, next))
      }
  }

  async #begin(): Promise<void> {
    const pauseMs = 1_000 / this.#parts.rate
    while (this.#isRunning) {
      if (!this.isPaused && this.#running.size < openMax) this.#run(this.#next())
      await sleep(pauseMs)
    }
  }

  #next(): Promise<void> {
    const number = ++this.#count
    if (number % paymentsToSubscriptions !== 0) return this.#takePayment(number)
    const living = this.subscribed.filter(({ cancelledAt }) => cancelledAt === null)
    return living.length > this.#parts.subscriptions
      ? this.#cancel(living[0]!, number)
      : this.#subscribe(number)
  }

  #run(work: Promise<void>): void {
    const running = work
      .catch((error: unknown) => void this.troubles.push(String(error)))
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  async #takePayment(number: number): Promise<void> {
    const { market, truth, ledger } = this.#parts
    const key = `payment-${number}`
    const value = 1 + (number % 40)
    const answer = await this.#command('/integration/payments', key, {
      amount: { value: String(value), currency: market.asset.code },
      expiresAt: new Date((truth.now + expiresAheadSeconds) * 1_000).toISOString(),
      metadata: { key },
    })
    if (number % openMax === 1) this.#run(this.#askAsStranger(number))
    if (!answer) return
    const { id, depositAddress } = answer['payment'] as { id: string; depositAddress: Address }
    const baseUnits = BigInt(value) * 1_000_000n
    const first = this.#parts.dice() < twoPartsPart ? baseUnits / 3n : baseUnits
    await this.#wallet(number).pay(depositAddress, first)
    if (first < baseUnits) await this.#wallet(number + 1).pay(depositAddress, baseUnits - first)
    this.payments.push({ id, key, depositAddress, baseUnits })
    ledger.begin(`payment/${id}/Succeeded`)
  }

  async #subscribe(number: number): Promise<void> {
    const { market, truth, ledger } = this.#parts
    const wallet = this.#wallet(number / paymentsToSubscriptions)
    const key = `subscription-${number}`
    const start = Math.ceil((truth.now + startAheadSeconds) / dueEverySeconds) * dueEverySeconds
    const answer = await this.#command('/integration/subscriptions', key, {
      planId: market.planId,
      customerId: `customer-${number}`,
      payer: wallet.address,
      startFrom: new Date(start * 1_000).toISOString(),
      maxPeriods: periodsMax,
      activation: 'manual',
      metadata: key,
    })
    if (!answer) return
    const contract = answer['contractAddress'] as Address
    const allowed = market.planAmount * BigInt(periodsMax)
    await wallet.approve(contract, allowed)
    if (!(await this.#activate(contract, number))) return
    const { address: payer } = wallet
    this.subscribed.push({ contract, key, payer, start, allowed, cancelledAt: null })
    ledger.begin(`subscription/${contract}/Begun`)
  }

  /** If the node that was asked did not see the approval yet, it stays a Draft, and is activated again. */
  async #activate(contract: Address, number: number): Promise<boolean> {
    const path = `/integration/subscriptions/${contract}/activate`
    for (let attempt = 0; attempt < activationsMax; attempt++) {
      // The same key would be answered as it was the first time.
      const answer = await this.#command(path, `activate-${number}-${attempt}`, {})
      if (answer?.['status'] !== 'Draft') return answer !== null
      await sleep(activationPauseMs)
    }
    throw new Error(`${contract} was still a Draft after ${activationsMax} activations`)
  }

  async #cancel(subscribed: Subscribed, number: number): Promise<void> {
    const { ledger } = this.#parts
    const { contract } = subscribed
    subscribed.cancelledAt = performance.now()
    ledger.drop((sign) => sign.startsWith(`charge/${contract}/`))
    const path = `/integration/subscriptions/${contract}/cancel`
    if (await this.#command(path, `cancel-${number}`, {}))
      ledger.begin(`subscription/${contract}/Cancelled`)
  }

  /** The other merchant asks for a payment of its own, whose webhook will hang. */
  async #askAsStranger(number: number): Promise<void> {
    const { stranger, market, truth } = this.#parts
    const expiresAt = new Date((truth.now + expiresAheadSeconds) * 1_000).toISOString()
    const amount = { value: '1', currency: market.asset.code }
    await stranger.command('/integration/payments', { amount, expiresAt }, `stranger-${number}`)
  }

  /** Some are sent several times at once, as by an impatient client. */
  #command(path: string, key: string, body: Json): Promise<Json | null> {
    const { dice, shop } = this.#parts
    const copies = dice() < copiedPart ? 2 + Math.floor(dice() * (copiesMax - 1)) : 1
    return shop.command(path, body, key, { copies })
  }

  #wallet(number: number): Wallet {
    const { wallets } = this.#parts
    return wallets[number % wallets.length]!
  }
}

const chargeSign = (contract: Address, period: number) => `charge/${contract}/${period}`
