/**
 * A model of the chain with its relay and watcher: it answers the requests of actors, checks funds and
 * charges, sends and mines transactions in order, and reports the contract's events.
 */
import type { ReasonName } from '../../../machines/reasons.ts'
import { derivedId } from '../../shared/ids.ts'
import type { Cause } from '../../shared/message.ts'
import type { SimulatedFunds, Result } from './contract.ts'
import { reportOf, retractionOf } from './contract-reports.ts'
import { controls, hashAt, type SimulatedPassenger } from './passengers.ts'
import { SimulatedSilence } from './silence.ts'
import { knowsFunds, knowsReason, shortageOf, waitsToBeSent } from './shortage.ts'
import type { Request, World } from './world.ts'

/** An older block is too deep in the chain for a reorganisation. */
const reorgedWithinMs = 60 * 60_000

export class ChainModel {
  /** The reason for which nothing is sent now, or only no charge; null where all is. */
  heldBackFor: 'GasWalletEmpty' | 'GasCostAboveLimit' | null = null
  /** Whether no block is made: what was sent waits. */
  isHeld = false
  /** Whether the nodes refuse what is sent, because something else has its nonce. */
  isRefusing = false
  /** Transactions that were mined for the merchant. */
  readonly mined: SimulatedPassenger[] = []
  readonly #world: World
  readonly #sent: SimulatedPassenger[] = []
  readonly #silence = new SimulatedSilence()
  #unreachable = new Set<Request>()
  /** Names the senders in the chain, in the order of the contract's events; null: somebody else than the service. */
  readonly #senders: { passenger: SimulatedPassenger | null; hash: string }[] = []
  #position = 0
  #transactions = 0

  constructor(world: World) {
    this.#world = world
  }

  /** The chain of a world that has the same past; not while no node answers. */
  copyFor(world: World): ChainModel {
    if (this.isSilent) throw new Error('What is not heard yet cannot be told to another world.')
    const copy = new ChainModel(world)
    copy.heldBackFor = this.heldBackFor
    copy.isHeld = this.isHeld
    copy.isRefusing = this.isRefusing
    copy.mined.push(...this.mined)
    copy.#sent.push(...this.#sent)
    copy.#senders.push(...this.#senders)
    copy.#position = this.#position
    copy.#transactions = this.#transactions
    return copy
  }

  /** Counts the transactions that wait for a block; none while nobody can pay for them, or the nodes refuse them. */
  get underWay(): number {
    return this.heldBackFor === 'GasWalletEmpty' || this.isRefusing ? 0 : this.#sent.length
  }

  /** Counts the contract's events that were not taken back. */
  get eventCount(): number {
    return this.#senders.length
  }

  get isSilent(): boolean {
    return this.#silence.isOn
  }

  /** Whether the nodes answer. Once they do again, what happened meanwhile is heard in its order. */
  set isSilent(isSilent: boolean) {
    if (isSilent === this.isSilent) return
    this.#unreachable = new Set()
    this.#silence.turn(isSilent, this.#world.nowMs)
  }

  /** When the silence is long enough to be reported, in Unix milliseconds; undefined where it is not waited for. */
  get silenceReportedMs(): number | undefined {
    return this.#silence.reportedMs
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
    if (this.isSilent || this.isHeld || this.underWay === 0) return false
    const passenger = this.#sent.shift()!
    this.mined.push(passenger)
    if ('chargeId' in passenger) this.#mineCharge(passenger)
    else this.#mineControl(passenger)
    return true
  }

  /** Charges hear it when the nodes refuse their transaction for a while. */
  tellRefused(): void {
    for (const passenger of this.#sent)
      if ('chargeId' in passenger)
        this.#holdBack(passenger.chargeId, 'ChainRefuses', passenger.cause)
  }

  /** Ends a transaction, the oldest that was sent, in vain: its block reverts it, or another one has used its nonce. */
  miss(
    reason: 'ChainReverted' | 'NonceUsed',
    passenger = this.#sent.shift()!,
    cause = this.#causeOf(this.#hashOf(passenger)),
  ): void {
    if ('control' in passenger) return this.#refuse(passenger.control, reason, cause)
    const { chargeId, transactionId } = passenger
    if (reason === 'NonceUsed') this.#tell(chargeId, 'notProcessed', { transactionId }, cause)
    else this.#fail(chargeId, reason, cause)
  }

  /** Acts on the contract as a stranger or the payer would; refused calls make no event. Returns the refusal. */
  doOnChain(result: Result): string | null {
    if ('refused' in result) return result.refused
    this.#announce(result, null)
    return null
  }

  /**
   * A reorganisation takes the contract's newest event; false where none is so young. What the service sent gets
   * into a block again, before all that it sent later, or has lost its place to another transaction. `older`: the
   * event may be of any age, and what its payer has done since is gone, too: these are the funds then.
   */
  reorganise(isSentAgain: boolean, older?: SimulatedFunds): boolean {
    const { contract, nowMs } = this.#world
    const undone = contract.undo(older ? 0 : nowMs - reorgedWithinMs)
    if (!undone) return false
    Object.assign(contract, older)
    const { passenger, hash } = this.#senders.pop()!
    const told = retractionOf(undone, contract)
    this.showChangedFunds()
    this.#silence.hear(() => this.#world.tellSubscription('watcher', told, this.#causeOf(hash)))
    // Within the hour in which it can happen the watcher has reported it.
    this.#world.deliverFrom('watcher')
    if (passenger && isSentAgain) this.#sent.unshift({ ...passenger, hash })
    else if (passenger) this.miss('NonceUsed', passenger)
    return true
  }

  /** Reads the payer's funds again, as after each reorganisation, and reports them where they are not as known. */
  showChangedFunds(): void {
    if (!knowsFunds(this.#world)) this.showFunds()
  }

  /** Reports the payer's allowance and balance. */
  showFunds(
    cause: Cause = {
      type: 'chain',
      detail: `allowance and balance read on ${this.#world.contract.terms.blockchain}`,
    },
  ): void {
    this.#silence.hear(() => {
      const { contract } = this.#world
      const event = {
        type: 'chain.fundsSeen',
        allowance: String(contract.allowance),
        balance: String(contract.balance),
        position: ++this.#position,
      }
      this.#world.tellSubscription('watcher', event, cause)
    })
  }

  #handle(request: Request): boolean {
    const { name, chargeId, cause } = request
    if (chargeId && !waitsToBeSent(this.#world.charge(chargeId).actor)) return true
    if (this.isSilent) return this.#stayWithoutAnswer(request)
    if (chargeId) return this.#board(chargeId, cause)
    if (name === 'checkFunds') {
      this.showFunds(cause)
      return true
    }
    if (name === 'requestCancel' && this.#isNeedless(cause)) return true
    if (this.heldBackFor === 'GasWalletEmpty') return false
    return this.#sendControl(controls[name]!, cause)
  }

  /** No node answers: those who ask hear so, and their request is not lost. Never answers it. */
  #stayWithoutAnswer(request: Request): boolean {
    const { name, chargeId, cause } = request
    const reason = 'RpcUnavailable'
    if (name === 'checkFunds' && !this.#unreachable.has(request)) {
      this.#unreachable.add(request)
      this.#world.tellSubscription('chain', { type: 'chain.unreachable', reason }, cause)
    }
    if (chargeId && this.#world.nowMs >= (this.silenceReportedMs ?? 0))
      this.#holdBack(chargeId, reason, cause)
    return false
  }

  /** Refused without a transaction where the contract would refuse it now. */
  #sendControl(control: 'freeze' | 'unfreeze' | 'cancel', cause: Cause): boolean {
    const { contract, nowMs } = this.#world
    const reason = contract.refusalOf(control, contract.terms.operator, nowMs)
    if (reason) this.#refuse(control, reason, cause)
    else this.#sent.push({ control, isToFactory: !contract.isDeployed, cause })
    return true
  }

  /** Whether a cancel is refused as needless, because nobody can charge the contract any more. */
  #isNeedless(cause: Cause): boolean {
    const { contract, nowMs, subscription } = this.#world
    if (subscription.actor.status !== 'PendingCancel') return true
    if (contract.isDeadDraft) {
      this.showFunds(cause)
      return true
    }
    const refusal = contract.endOfCharging(nowMs)
    if (refusal) this.#refuse('cancel', refusal, cause)
    return refusal !== null
  }

  #refuse(operation: string, reason: string, cause: Cause): void {
    this.#world.tellSubscription('chain', { type: 'request.refused', operation, reason }, cause)
  }

  /** Checks a charge and sends it; false where it has to be checked again. */
  #board(chargeId: string, cause: Cause): boolean {
    const { contract, nowMs } = this.#world
    if (this.heldBackFor) {
      this.#holdBack(chargeId, this.heldBackFor, cause)
      return false
    }
    const refusal = contract.refusalOfCharge(nowMs)
    if (refusal === 'NotDue' || this.#hasSent(chargeId)) return false
    if (refusal) this.#fail(chargeId, refusal, cause)
    else {
      const seed = `transaction ${++this.#transactions}`
      const transactionId = derivedId(new Date(nowMs), seed)
      this.#sent.push({ chargeId, transactionId, cause })
      this.#tell(chargeId, 'submitted', { transactionId }, cause)
    }
    return true
  }

  /** Whether it waits for a block, again after a reorganisation: in the block to come it is charged already. */
  #hasSent = (chargeId: string): boolean =>
    this.#sent.some((one) => 'chargeId' in one && one.chargeId === chargeId)

  /** Each reason is reported once. */
  #holdBack(chargeId: string, reason: ReasonName, cause: Cause): void {
    if (!knowsReason(this.#world.charge(chargeId).actor, reason))
      this.#tell(chargeId, 'heldBack', { reason }, cause)
  }

  #mineCharge(passenger: Extract<SimulatedPassenger, { chargeId: string }>): void {
    const { chargeId, transactionId } = passenger
    const { contract, nowMs } = this.#world
    const result = contract.charge(nowMs)
    const cause = this.#causeOf(this.#hashOf(passenger))
    if ('done' in result) this.#announce(result, passenger)
    else if (result.refused === 'NotDue')
      this.#tell(chargeId, 'notProcessed', { transactionId }, cause)
    else this.#fail(chargeId, result.refused, cause)
  }

  #fail(chargeId: string, refusal: string, cause: Cause): void {
    this.#tell(chargeId, 'attemptFailed', { reason: shortageOf(this.#world, refusal) }, cause)
  }

  #mineControl(passenger: Extract<SimulatedPassenger, { control: string }>): void {
    const { control, isToFactory } = passenger
    const { contract, nowMs } = this.#world
    // A call to a contract that a reorganisation took does nothing.
    const isGone = !contract.isDeployed && !isToFactory
    const result = isGone ? null : contract[control](contract.terms.operator, nowMs)
    if (result && 'done' in result) this.#announce(result, passenger)
    else this.#refuse(control, 'ChainReverted', this.#causeOf(this.#hashOf(passenger)))
  }

  #tell(chargeId: string, word: string, fields: object, cause: Cause): void {
    this.#world.tellCharge(chargeId, { type: `charge.${word}`, ...fields }, cause)
  }

  #causeOf(hash: string): Cause {
    return { type: 'transaction', hash, blockchain: this.#world.contract.terms.blockchain }
  }

  #hashOf = (passenger: SimulatedPassenger | null): string =>
    passenger?.hash ?? hashAt(this.#position + 1)

  #announce(
    { done }: Extract<Result, { done: unknown }>,
    passenger: SimulatedPassenger | null,
  ): void {
    const { contract, nowMs } = this.#world
    const hash = this.#hashOf(passenger)
    this.#senders.push({ passenger, hash })
    const position = ++this.#position
    const told = reportOf(done, contract, { position, nowMs, transactionHash: hash })
    this.#silence.hear(() => this.#world.tellSubscription('watcher', told, this.#causeOf(hash)))
  }
}
