/** Steps that permits and transactions share. */
import type { Brings, Step } from '../script.ts'
import type { SendingAct } from './act.ts'

export type SendingStep = Step<SendingAct>

export const step = (does: string, act: SendingAct, brings: Brings = {}): SendingStep => ({
  does,
  act,
  brings,
})

export const emptyGas = step('The gas wallet is empty.', { type: 'emptyGas' })
export const hold = step('The chain makes no block.', { type: 'hold' })
export const refuse = step('The node refuses all transactions.', { type: 'refuse' })
export const takeAgain = step('The node takes transactions again.', { type: 'takeAgain' })

/** The first transaction of a path waits for a block. */
export const orderSweep: SendingStep[] = [
  step('A payment gets a token that nobody asked for.', { type: 'payOther' }),
  hold,
  step(
    'The merchant orders a sweep.',
    { type: 'orderSweep' },
    { 'transaction 1': ['create', 'signed', 'sent'] },
  ),
]
