/** The paths of payments on a running service: lists of acts that take all that acts from outside can take. */
import { PaymentInput } from '../../../../../machines/payment/payment.events.ts'
import { memoryOf, terms } from '../../../../../test/machines/cases/payment.ts'
import { addressOf } from '../../../../../test/machines/cases/owner.ts'
import type { Path } from '../../../path.ts'
import { findActs } from '../cover.ts'
import { type PaymentAct, priceTokens, sayAct } from './act.ts'
import { PaymentModel, unitsOf } from './model.ts'

export type PaymentPath = Path & { acts: PaymentAct[] }

const input = PaymentInput.parse({ ...terms, amount: String(unitsOf(priceTokens)) })
const other = { code: 'ltUSDT', address: addressOf('e') }
const begin = () => PaymentModel.begin(input, other)

/** Three acts come to every standing and every decision in it. */
const actsMax = 3

/** Lists all of them, the same for the same machine. */
export function plannedPaymentPaths(): PaymentPath[] {
  const found = findActs<PaymentAct, PaymentModel>({
    begin,
    after: (model, act) => model.after(act),
    actsAt,
    keyOf,
    transitionsOf,
    actsMax,
  })
  return found.map((acts, index) => ({ ...pathOf(acts), id: `service/payment/${index + 1}`, acts }))
}

const transitionsOf = ({ turns }: PaymentModel): string[] =>
  turns.flatMap(({ takes }) => takes.map((name) => `payment: ${name}`))

function pathOf(acts: PaymentAct[]): Omit<Path, 'id'> {
  let model = begin()
  const steps = [{ does: `A payment of ${priceTokens} is created.`, states: statesOf(model, 0) }]
  for (const act of acts) {
    const next = model.after(act)
    steps.push({ does: sayAct(act), states: statesOf(next, model.turns.length) })
    model = next
  }
  return {
    kind: 'payment',
    ground: 'service',
    steps,
    transitions: [...new Set(transitionsOf(model))],
  }
}

const statesOf = ({ turns }: PaymentModel, from: number): string[] =>
  turns.slice(from).map(({ stored }) => stored.journal.toState)

/** Lists what makes sense in a situation. Commands that it refuses are tried after every act. */
function actsAt(model: PaymentModel): PaymentAct[] {
  const { actor, left } = model
  const { acceptedCommands } = actor.snapshot
  const takes = (command: string) => acceptedCommands.includes(command)
  const isOpen = actor.status === 'Created' || actor.status === 'InProgress'
  const isNew = actor.status === 'Created'
  // Sweeps of two tokens are two transactions, whose reports come together or one by one.
  const movesOther = left.other > 0n && (isOpen || left.own === 0n)
  return [
    ...([4, 10, 12] as const).map((tokens): PaymentAct => ({ type: 'pay', tokens })),
    ...when(left.other === 0n, { type: 'payOther' }),
    ...when(isNew, { type: 'payAndLose', tokens: 4 }),
    ...when(isNew, { type: 'payWithoutGas', tokens: 10 }),
    ...when(isNew, { type: 'payAndFail', tokens: 10 }),
    ...when(takes('accept'), { type: 'accept' }),
    ...when(takes('cancel'), { type: 'cancel' }),
    ...when(takes('sweep') && movesOther, { type: 'sweep' }),
    ...when(isOpen && takes('sweep') && movesOther, { type: 'sweepAndFail' }),
    ...when(takes('recordRefund') && !isOpen && model.refundUnits > 0n, { type: 'refund' }),
    ...when(takes('recordRefund') && model.mayRefundOther, { type: 'refundOther' }),
    ...when(model.dueMs !== null, { type: 'expire' }),
  ]
}

const when = (isSo: boolean, act: PaymentAct): PaymentAct[] => (isSo ? [act] : [])

function keyOf({ actor: { snapshot }, left }: PaymentModel): string {
  const { inTime, late, swept, accepted, refunds, isCalledOff, sweepReason } = memoryOf(
    snapshot as never,
  )
  const sums = [inTime.seen, late.seen, swept, String(left.other)]
  const given = refunds.map(({ amount, asset }) => [amount, asset])
  const timers = Object.keys(snapshot.timers)
  return JSON.stringify([snapshot.value, sums, accepted, given, isCalledOff, sweepReason, timers])
}
