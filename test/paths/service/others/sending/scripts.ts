/** Permits and transactions on a running service. Where the chain is held, nothing of a transaction comes too early. */
import type { Brings, Script, Step } from '../script.ts'
import type { SendingAct } from './act.ts'

type SendingStep = Step<SendingAct>

const step = (does: string, act: SendingAct, brings: Brings = {}): SendingStep => ({
  does,
  act,
  brings,
})

const subscribe = step('A subscription is made, which nobody has allowed anything yet.', {
  type: 'subscribe',
})
const emptyGas = step('The gas wallet is empty.', { type: 'emptyGas' })
const hold = step('The chain makes no block.', { type: 'hold' })
const refuse = step('The node refuses all transactions.', { type: 'refuse' })
const takeAgain = step('The node takes transactions again.', { type: 'takeAgain' })
const handIn = (...permit: string[]): SendingStep =>
  step(
    'The payer hands in a permit.',
    { type: 'handIn', permit: 'good' },
    { permit: ['create', ...permit] },
  )

/** The first transaction of a path waits for a block. */
const orderSweep: SendingStep[] = [
  step('A payment gets a token that nobody asked for.', { type: 'payOther' }),
  hold,
  step(
    'The merchant orders a sweep.',
    { type: 'orderSweep' },
    { 'transaction 1': ['create', 'signed', 'sent'] },
  ),
]
const mined = step(
  'The chain makes a block.',
  { type: 'mine' },
  { 'transaction 1': ['mined', 'finalized'] },
)
const waitToSendAgain = (...results: string[]): SendingStep =>
  step(
    'Time passes until it is sent again.',
    { type: 'wait', seconds: 16 },
    { 'transaction 1': ['timer', ...results] },
  )

const permitScripts: Script<SendingAct>[] = [
  { kind: 'permit', steps: [subscribe, handIn('submitted', 'confirmed')] },
  {
    kind: 'permit',
    steps: [
      subscribe,
      emptyGas,
      handIn('heldBack'),
      step(
        'The gas wallet is filled.',
        { type: 'fillGas' },
        { permit: ['submitted', 'confirmed'] },
      ),
    ],
  },
  {
    kind: 'permit',
    steps: [
      subscribe,
      step(
        'The payer allows a sum, and hands in a permit for the same.',
        { type: 'handIn', permit: 'allowed' },
        { permit: ['create', 'used'] },
      ),
    ],
  },
  {
    kind: 'permit',
    steps: [
      subscribe,
      step(
        'The payer hands in a permit whose nonce is used.',
        { type: 'handIn', permit: 'withUsedNonce' },
        { permit: ['create', 'superseded'] },
      ),
    ],
  },
  {
    kind: 'permit',
    steps: [
      subscribe,
      step(
        'The payer hands in a permit that a stranger signed.',
        { type: 'handIn', permit: 'signedByStranger' },
        { permit: ['create', 'refused'] },
      ),
    ],
  },
  {
    kind: 'permit',
    steps: [
      subscribe,
      emptyGas,
      handIn('heldBack'),
      step(
        'Time passes until shortly before its deadline.',
        { type: 'nearDeadline' },
        { permit: ['expired'] },
      ),
    ],
  },
  {
    kind: 'permit',
    steps: [
      subscribe,
      hold,
      handIn('submitted'),
      ...['submitted', 'submitted', null].map((next) =>
        step(
          'The chain reverts the transaction that carries it.',
          { type: 'mineReverting' },
          { permit: ['failed', ...(next === null ? [] : [next])] },
        ),
      ),
    ],
  },
  {
    kind: 'permit',
    steps: [
      subscribe,
      hold,
      refuse,
      step(
        'The payer hands in a permit, for what the chain has become.',
        { type: 'handIn', permit: 'forOtherChain' },
        {
          permit: ['create', 'submitted', 'heldBack'],
          'transaction 1': ['create', 'signed', 'unfunded'],
        },
      ),
      takeAgain,
      step(
        'Time passes until it is sent again, to a chain for which it is not signed.',
        { type: 'wait', seconds: 16 },
        {
          'transaction 1': ['timer', 'sent', 'mined', 'reverted'],
          permit: ['submitted', 'failed', 'refused'],
        },
      ),
    ],
  },
]

const transactionScripts: Script<SendingAct>[] = [
  { kind: 'transaction', steps: [...orderSweep, mined] },
  {
    kind: 'transaction',
    steps: [
      ...orderSweep,
      step(
        'The chain reverts it.',
        { type: 'mineReverting' },
        { 'transaction 1': ['mined', 'reverted'] },
      ),
    ],
  },
  {
    kind: 'transaction',
    steps: [
      ...orderSweep,
      step(
        'The node forgets it, and makes blocks without it.',
        { type: 'forget' },
        { 'transaction 1': ['stuck', 'signed', 'sent'] },
      ),
      mined,
    ],
  },
  {
    kind: 'transaction',
    steps: [
      step('A payment gets a token that nobody asked for.', { type: 'payOther' }),
      hold,
      refuse,
      step(
        'The merchant orders a sweep.',
        { type: 'orderSweep' },
        { 'transaction 1': ['create', 'signed', 'unfunded'] },
      ),
      emptyGas,
      takeAgain,
      waitToSendAgain('unfunded'),
      step('The gas wallet is filled.', { type: 'fillGas' }),
      // Where nothing but a transaction is left to wait for, the test clock has the chain make a block.
      waitToSendAgain('sent', 'mined', 'finalized'),
    ],
  },
]

export const sendingScripts: Script<SendingAct>[] = [...permitScripts, ...transactionScripts]
