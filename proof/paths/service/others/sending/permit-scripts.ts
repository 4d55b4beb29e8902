/** Permits on a running service. A node that has become another chain's refuses what is signed for it before. */
import type { Script } from '../script.ts'
import type { SendingAct } from './act.ts'
import { emptyGas, hold, refuse, type SendingStep, step, takeAgain } from './steps.ts'

const subscribe = step('A subscription is made, which nobody has allowed anything yet.', {
  type: 'subscribe',
})
const handIn = (...permit: string[]): SendingStep =>
  step(
    'The payer hands in a permit.',
    { type: 'handIn', permit: 'good' },
    { permit: ['create', ...permit] },
  )

export const permitScripts: Script<SendingAct>[] = [
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
  {
    kind: 'permit',
    steps: [
      subscribe,
      hold,
      refuse,
      step(
        'The payer hands in a permit, for what the chain has become.',
        { type: 'handIn', permit: 'forOtherChain' },
        { permit: ['create', 'submitted', 'heldBack'] },
      ),
      emptyGas,
      takeAgain,
      step(
        'Its transaction is sent again in vain, until an hour after the deadline.',
        { type: 'passFinality' },
        { permit: ['timer'] },
      ),
      step('The gas wallet is filled.', { type: 'fillGas' }),
      step('The transaction is mined, too late.', { type: 'wait', seconds: 16 }),
    ],
  },
  {
    kind: 'permit',
    steps: [
      subscribe,
      emptyGas,
      step(
        'The payer hands in a permit, which waits for gas, and its deadline passes.',
        { type: 'handInTooLate' },
        { permit: ['create', 'heldBack', 'timer'] },
      ),
    ],
  },
]
