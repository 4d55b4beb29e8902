/** Transactions on a running service. The chain is held, so that nothing of one comes too early. */
import type { Script } from '../script.ts'
import type { SendingAct } from './act.ts'
import { emptyGas, hold, orderSweep, refuse, type SendingStep, step, takeAgain } from './steps.ts'

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

/** It is signed, and no node takes it. */
const refusedSweep: SendingStep[] = [
  step('A payment gets a token that nobody asked for.', { type: 'payOther' }),
  hold,
  refuse,
  step(
    'The merchant orders a sweep.',
    { type: 'orderSweep' },
    { 'transaction 1': ['create', 'signed', 'unfunded'] },
  ),
]

export const transactionScripts: Script<SendingAct>[] = [
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
      ...refusedSweep,
      emptyGas,
      takeAgain,
      waitToSendAgain('unfunded'),
      step('The gas wallet is filled.', { type: 'fillGas' }),
      // The test clock has the chain make a block where nothing but a transaction is left to wait for.
      waitToSendAgain('sent', 'mined', 'finalized'),
    ],
  },
  {
    kind: 'transaction',
    steps: [
      ...refusedSweep,
      step(
        'It is sent again, and the node has refused it five times.',
        { type: 'wait', seconds: 16 },
        { 'transaction 1': ['timer', 'refused'] },
      ),
    ],
  },
  {
    kind: 'transaction',
    steps: [
      ...orderSweep,
      step(
        'Somebody else uses its nonce, and blocks are made.',
        { type: 'useNonce' },
        { 'transaction 1': ['stuck', 'refused'] },
      ),
      step(
        'The merchant orders the sweep again.',
        { type: 'orderSweep' },
        { 'transaction 2': ['create', 'signed', 'sent'] },
      ),
      step(
        'The chain makes a block.',
        { type: 'mine' },
        { 'transaction 2': ['mined', 'finalized'] },
      ),
    ],
  },
  {
    kind: 'transaction',
    steps: [
      ...refusedSweep,
      takeAgain,
      step('The watcher sends it again by itself.', { type: 'waitUntilPooled' }),
      mined,
    ],
  },
  {
    kind: 'transaction',
    steps: [
      ...refusedSweep,
      step('The chain asks for more than was offered.', { type: 'raiseFees' }),
      takeAgain,
      waitToSendAgain('signed', 'sent', 'mined', 'finalized'),
    ],
  },
]
