/**
 * A model of the chain with its relay and watcher: it answers the requests of actors, checks funds and
 * charges, sends and mines transactions in order, and reports the contract's events.
 */
import type { Result } from './contract.ts'
import type { Request, World } from './world.ts'

type Passenger = { control: 'freeze' | 'unfreeze' | 'cancel' } | { chargeId: string }

const transactionId = 'T'.repeat(22)
const moment = (ms: number) => new Date(ms).toISOString()

export class ChainModel {
  /** Whether the merchant's gas wallet can pay. */
  hasGas = true
  readonly #world: World
  readonly #sent: Passenger[] = []
  #position = 0

  constructor(world: World) {
    this.#world = world
  }

  /** Answers one of the requests; false when there is none, or none that can be answered now. */
  answer(choice: number): boolean {
    const { requests } = this.#world
    const request = requests[choice % (requests.length || 1)]
    if (!request || !this.#handle(request)) return false
    requests.splice(requests.indexOf(request), 1)
    return true
  }

  /** Mines the oldest transaction; false when none was sent. */
  mine(): boolean {
    const passenger = this.#sent.shift()
    if (!passenger) return false
    if ('chargeId' in passenger) this.#mineCharge(passenger.chargeId)
    else this.#mineControl(passenger.control)
    return true
  }

  /** Acts on the contract as a stranger or the payer would; refused calls make no event. */
  doOnChain(result: Result): void {
    if ('done' in result) this.#announce(result)
  }

  /** Reports the payer's allowance and balance. */
  showFunds(): void {
    const { contract } = this.#world
    this.#world.tellSubscription('watcher', {
      type: 'chain.fundsSeen',
      allowance: String(contract.allowance),
      balance: String(contract.balance),
      position: ++this.#position,
    })
  }

  #handle({ name, chargeId }: Request): boolean {
    if (chargeId) return this.#board(chargeId)
    if (name === 'checkFunds') {
      this.showFunds()
      return true
    }
    if (name === 'requestCancel' && this.#isNeedless()) return true
    if (!this.hasGas) return false
    const controls = {
      requestFreeze: 'freeze',
      requestUnfreeze: 'unfreeze',
      requestCancel: 'cancel',
    } as const
    this.#sent.push({ control: controls[name as keyof typeof controls] })
    return true
  }

  /** Whether a cancel is refused as needless, because nobody can charge the contract any more. */
  #isNeedless(): boolean {
    const { contract, nowMs, subscription } = this.#world
    if (subscription.actor.status !== 'PendingCancel') return true
    const refusal = contract.refusalOfCharge(nowMs)
    if (!['GraceExpired', 'DraftExpired', 'Finished'].includes(refusal ?? '')) return false
    const refused = { type: 'request.refused', operation: 'cancel', reason: refusal }
    this.#world.tellSubscription('chain', refused)
    return true
  }

  /** Checks a charge and sends it; false where it has to be checked again. */
  #board(chargeId: string): boolean {
    const { contract, nowMs } = this.#world
    const { status, phase } = this.#world.charge(chargeId).actor
    const isWaiting = ['Requested', 'HeldBack'].includes(phase)
    if (!isWaiting || !['Pending', 'Retrying'].includes(status)) return true
    if (!this.hasGas) {
      if (phase === 'Requested') this.#tell(chargeId, 'heldBack', { reason: 'GasWalletEmpty' })
      return false
    }
    const refusal = contract.refusalOfCharge(nowMs)
    if (refusal === 'NotDue') return false
    if (refusal) this.#tell(chargeId, 'attemptFailed', { reason: refusal })
    else {
      this.#sent.push({ chargeId })
      this.#tell(chargeId, 'submitted', { transactionId })
    }
    return true
  }

  #mineCharge(chargeId: string): void {
    const { contract, nowMs } = this.#world
    const result = contract.charge(nowMs)
    if ('done' in result) this.#announce(result)
    else if (result.refused === 'NotDue') this.#tell(chargeId, 'notProcessed', { transactionId })
    else this.#tell(chargeId, 'attemptFailed', { reason: result.refused })
  }

  #mineControl(control: 'freeze' | 'unfreeze' | 'cancel'): void {
    const { contract, nowMs } = this.#world
    const result = contract[control](contract.terms.operator, nowMs)
    if ('done' in result) this.#announce(result)
    else {
      const refusal = { type: 'request.refused', operation: control, reason: result.refused }
      this.#world.tellSubscription('chain', refusal)
    }
  }

  #tell(chargeId: string, word: string, fields: object): void {
    this.#world.tellCharge(chargeId, { type: `charge.${word}`, ...fields })
  }

  #announce({ done }: Extract<Result, { done: unknown }>): void {
    const position = ++this.#position
    const { contract, nowMs } = this.#world
    const { event } = done
    const type = `chain.${event}`
    const nextChargeAt = 'nextDueMs' in done ? { nextChargeAt: moment(done.nextDueMs) } : {}
    const by = 'by' in done ? { by: done.by } : {}
    const operatorUntil =
      'operatorUntilMs' in done
        ? { operatorUntil: done.operatorUntilMs === null ? null : moment(done.operatorUntilMs) }
        : {}
    const charged =
      event === 'charged'
        ? {
            period: done.period,
            chargedAt: moment(nowMs),
            allowance: String(contract.allowance),
            transactionHash: `0x${String(position).padStart(64, '0')}`,
          }
        : {}
    const told = { type, ...nextChargeAt, ...by, ...operatorUntil, ...charged, position }
    this.#world.tellSubscription('watcher', told)
  }
}
