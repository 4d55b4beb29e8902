/** A payment in memory, with what lies at its address: each act brings the messages that it brings to a service. */
import {
  excessOf,
  isOtherRefundable,
  refundableOf,
} from '../../../../../machines/payment/payment.context.ts'
import type { PaymentInput } from '../../../../../machines/payment/payment.events.ts'
import type { Cause, MessageEvent } from '../../../../../src/shared/message.ts'
import { requireKind, type StoredActor } from '../../../../../src/shared/stored-actor.ts'
import { type Modelled, modelTurn } from '../../../store/model.ts'
import { causeOfTimer } from '../causes.ts'
import { otherTokens, type PaymentAct } from './act.ts'

/** The next requested sweep ends like this. */
type Fate = 'moves' | 'isHeldBack' | 'fails'
/** Base units on the chain. */
type Money = { inTime: bigint; late: bigint; swept: bigint; other: bigint; otherSwept: bigint }

/** A token of six decimals. */
export const unitsOf = (tokens: number): bigint => BigInt(tokens) * 1_000_000n

export type OtherAsset = { code: string; address: string }

export class PaymentModel {
  /** All turns since it began, the creation first. */
  readonly turns: Modelled[]
  readonly money: Money
  readonly #other: OtherAsset
  #fate: Fate = 'moves'

  private constructor(turns: readonly Modelled[], money: Money, other: OtherAsset) {
    this.turns = [...turns]
    this.money = { ...money }
    this.#other = other
  }

  static begin(input: PaymentInput, other: OtherAsset): PaymentModel {
    const nothing = { inTime: 0n, late: 0n, swept: 0n, other: 0n, otherSwept: 0n }
    const model = new PaymentModel([], nothing, other)
    const message = { id: 'model', kind: 'payment' as const, entityId: input.id }
    const { merchantId, network } = input
    const event = { type: 'payment.create', input }
    const at = Date.parse(input.createdAt)
    model.turns.push(
      modelTurn(null, { ...message, merchantId, network, event, cause: byMerchant(event) }, at),
    )
    return model
  }

  get actor(): StoredActor<'payment'> {
    return requireKind(this.turns.at(-1)!.actor, 'payment')
  }

  /** The payment after one act more; itself is left as it is. */
  after(act: PaymentAct): PaymentModel {
    const next = new PaymentModel(this.turns, this.money, this.#other)
    next.#do(act)
    return next
  }

  /** The moment of its timer, in Unix milliseconds; null where none is armed. */
  get dueMs(): number | null {
    return Object.values(this.actor.snapshot.timers)[0]?.dueAt ?? null
  }

  /** Returns what a refund that the merchant records now would be of, in base units. */
  get refundUnits(): bigint {
    const { context } = this.actor.snapshot
    return excessOf(context) || refundableOf(context)
  }

  get mayRefundOther(): boolean {
    return isOtherRefundable(this.actor.snapshot.context)
  }

  /** Base units at the address: of the token asked for, and of the other. */
  get left(): { own: bigint; other: bigint } {
    const { inTime, late, swept, other, otherSwept } = this.money
    return { own: inTime + late - swept, other: other - otherSwept }
  }

  #do(act: PaymentAct): void {
    switch (act.type) {
      case 'pay':
        return this.#pay(act.tokens)
      case 'payWithoutGas':
        this.#fate = 'isHeldBack'
        return this.#pay(act.tokens)
      case 'payAndFail':
        this.#fate = 'fails'
        return this.#pay(act.tokens)
      case 'payOther':
        this.money.other += unitsOf(otherTokens)
        return this.#report()
      case 'payAndLose': {
        this.#pay(act.tokens)
        this.money.inTime -= unitsOf(act.tokens)
        return this.#report()
      }
      case 'sweepAndFail':
        this.#fate = 'fails'
        return this.#command({ type: 'payment.sweep' })
      case 'accept':
      case 'cancel':
      case 'sweep':
        return this.#command({ type: `payment.${act.type}` })
      case 'refund':
        return this.#command(refundOf(this.refundUnits, null))
      case 'refundOther':
        return this.#command(refundOf(unitsOf(1), this.#other.code))
      case 'expire':
        return this.#expire()
    }
  }

  #pay(tokens: number): void {
    const isLate = this.#nowMs > Date.parse(this.actor.snapshot.context.expiresAt)
    this.money[isLate ? 'late' : 'inTime'] += unitsOf(tokens)
    this.#report()
  }

  #expire(): void {
    const { timers } = this.actor.snapshot
    for (const [timer, { dueAt }] of Object.entries(timers))
      this.#take({ type: timer }, causeOfTimer(timer), dueAt)
  }

  #command = (event: MessageEvent): void => this.#take(event, byMerchant(event))

  /** The watcher reports what lies on the chain now: one block is deep enough there. */
  #report(): void {
    const { inTime, late, swept, other } = this.money
    const both = (sum: bigint) => ({ seen: String(sum), confirmed: String(sum) })
    const { code: asset, address: token } = this.#other
    const others = other > 0n ? [{ token, asset, decimals: 6, amount: String(other) }] : []
    const { order } = this.actor.snapshot.context
    this.#take(
      {
        type: 'chain.depositsSeen',
        order: order + 1,
        inTime: both(inTime),
        late: both(late),
        swept: String(swept),
        others,
        transactionHash: null,
      },
      byTransaction,
    )
  }

  #take(event: MessageEvent, cause: Cause, at = this.#nowMs): void {
    const { id: entityId, merchantId, network } = this.actor
    const message = { id: 'model', kind: 'payment' as const, entityId, merchantId, network }
    const turn = modelTurn(this.actor, { ...message, event, cause }, at)
    this.turns.push(turn)
    const requests = turn.stored.outbox.filter(({ name }) => name === 'requestSweep')
    for (const { payload } of requests) this.#sweep((payload as { token: string }).token, cause)
  }

  /**
   * A request to move what is not there any more is silently done. That it was submitted or held back has the
   * cause of the request.
   */
  #sweep(token: string, cause: Cause): void {
    const isOwn = token === this.actor.snapshot.context.token
    const moves = isOwn ? this.left.own : this.left.other
    if (moves === 0n) return
    const fate = this.#fate
    this.#fate = 'moves'
    if (fate === 'isHeldBack')
      this.#take({ type: 'payment.sweepHeldBack', reason: 'GasWalletEmpty' }, cause)
    this.#take({ type: 'payment.sweepSubmitted', transactionId: '1ChKd2hat9dNBnh7rKJ924' }, cause)
    if (fate === 'fails')
      return this.#take({ type: 'payment.sweepFailed', reason: 'ChainReverted' }, byTransaction)
    this.money[isOwn ? 'swept' : 'otherSwept'] += moves
    this.#report()
  }

  /** The last turn's moment: its memory of `now`. */
  get #nowMs(): number {
    return this.actor.snapshot.context.now
  }
}

const refundOf = (units: bigint, asset: string | null) => ({
  type: 'payment.recordRefund',
  amount: String(units),
  asset,
  transactionHash: null,
  note: null,
})

const byMerchant = ({ type }: MessageEvent): Cause => ({
  type: 'command',
  command: type,
  by: 'merchant',
})
const byTransaction: Cause = {
  type: 'transaction',
  hash: `0x${'0'.repeat(64)}`,
  blockchain: 'LocalTestNet',
}
