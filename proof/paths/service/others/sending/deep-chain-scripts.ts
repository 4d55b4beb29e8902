/**
 * Covers what happens between the block of a transaction and the one that makes it final, on a chain of depth three.
 */
import { depthWanted } from '../../needs.ts'
import type { Script } from '../script.ts'
import type { SendingAct } from './act.ts'
import { hold, orderSweep, step } from './steps.ts'

const needs = 'depth'
/** In the ids of these paths. */
export const deepSeries = 'deep-'

export const deepChainScripts: Script<SendingAct>[] = [
  {
    kind: 'transaction',
    needs,
    steps: [
      ...orderSweep,
      step('The chain makes a block.', { type: 'mine' }, { 'transaction 1': ['mined'] }),
      step(
        'A reorganisation takes the block back.',
        { type: 'takeBack' },
        { 'transaction 1': ['reorged', 'sent'] },
      ),
      step('The chain makes a block.', { type: 'mine' }, { 'transaction 1': ['mined'] }),
      step(
        'A reorganisation moves it to the next block.',
        { type: 'moveToNextBlock' },
        { 'transaction 1': ['mined'] },
      ),
      step(
        'The chain makes the blocks that are missing.',
        { type: 'mine', blocks: depthWanted },
        { 'transaction 1': ['finalized'] },
      ),
    ],
  },
  {
    kind: 'payment',
    needs,
    steps: [
      step('A payment is created.', { type: 'createPayment' }, { payment: ['create'] }),
      hold,
      step('The payer sends all of it.', { type: 'pay' }, { payment: ['seen'] }),
      step(
        'The chain makes the blocks that are missing.',
        { type: 'mine', blocks: depthWanted - 1 },
        { payment: ['confirmed', 'sweepSubmitted'], 'transaction 1': ['create', 'signed', 'sent'] },
      ),
      step(
        'The sweep gets into a block, and that is deep enough.',
        { type: 'mine', blocks: depthWanted },
        { payment: ['swept'], 'transaction 1': ['mined', 'finalized'] },
      ),
    ],
  },
]
