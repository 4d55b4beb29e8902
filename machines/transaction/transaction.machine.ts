/**
 * A transaction is one nonce of one gas wallet on one chain, carrying a batch. Its
 * signed bytes are stored before they are sent, so a restart sends the same bytes; a
 * higher fee is a new signature over the same nonce and data.
 */
import { assign, setup } from 'xstate'
import { type Clocked, effect } from '../effect.ts'
import { type EventOf, eventOf } from '../event-of.ts'
import { firstMemory, type TransactionContext } from './transaction.context.ts'
import type {
  TransactionEvent,
  TransactionInput,
  TransactionOutcome,
} from './transaction.events.ts'
import { machineOptions } from '../primitives.ts'
import type { ReasonName } from '../reasons.ts'

const sendAgainMs = 15_000

type Signed = EventOf<TransactionEvent, 'transaction.signed'>
type Mined = EventOf<TransactionEvent, 'transaction.mined'>
type Finalized = EventOf<TransactionEvent, 'transaction.finalized'>

const transactionSetup = setup({
  types: {} as {
    input: TransactionInput & Clocked
    context: TransactionContext
    events: TransactionEvent
    tags: 'closed'
  },
  guards: {
    hasSucceeded: (_, { success }: { success: boolean }) => success,
  },
  delays: { untilSentAgain: sendAgainMs },
  actions: {
    // Effects.
    signTransaction: effect(),
    broadcastTransaction: effect(),
    replaceTransaction: effect(),
    reportSubmitted: effect(),
    reportHeldBack: effect<{ reason: ReasonName }>(),
    reportOutcomes: effect<{ outcomes: TransactionOutcome[] }>(),
    reportRefused: effect<{ reason: ReasonName }>(),
    // Changes of the context.
    recordSignature: assign(({ context }, signature: Signed) => ({
      nonce: signature.nonce,
      hashes: [...context.hashes.filter((hash) => hash !== signature.hash), signature.hash],
      maxFeePerGas: signature.maxFeePerGas,
      maxPriorityFeePerGas: signature.maxPriorityFeePerGas,
    })),
    recordSent: assign((_, { blockNumber }: { blockNumber: number }) => ({
      sentAtBlock: blockNumber,
    })),
    countReplacement: assign(({ context }, { blockNumber }: { blockNumber: number }) => ({
      replacements: context.replacements + 1,
      sentAtBlock: blockNumber,
    })),
    recordMined: assign((_, { hash, blockHash, blockNumber, gasUsed }: Mined) => ({
      minedIn: { hash, blockHash, blockNumber, gasUsed },
    })),
    forgetMined: assign({ minedIn: null }),
    recordReason: assign((_, { reason }: { reason: ReasonName }) => ({ reason })),
  },
})

const signed = { type: 'recordSignature', params: eventOf<Signed> } as const
const sent = {
  target: '#Broadcast',
  actions: { type: 'recordSent', params: eventOf<EventOf<TransactionEvent, 'transaction.sent'>> },
} as const
/** The wallet can pay again: the items that were held back go on. */
const sentAfterAll = { ...sent, actions: [sent.actions, 'reportSubmitted'] } as const
const mined = {
  target: '#Mined',
  actions: { type: 'recordMined', params: eventOf<Mined> },
} as const
const refused = {
  target: '#Failed',
  actions: [
    { type: 'recordReason', params: eventOf<{ reason: ReasonName }> },
    { type: 'reportRefused', params: eventOf<{ reason: ReasonName }> },
  ],
} as const
const finalized = [
  {
    guard: { type: 'hasSucceeded', params: eventOf<Finalized> },
    target: '#Final',
    actions: { type: 'reportOutcomes', params: eventOf<Finalized> },
  },
  {
    target: '#Failed',
    actions: [
      { type: 'recordReason', params: { reason: 'ChainReverted' as const } },
      { type: 'reportOutcomes', params: eventOf<Finalized> },
    ],
  },
] as const

const reasonOfWaiting = ({
  event,
}: {
  event: EventOf<TransactionEvent, 'transaction.unfunded'>
}) => ({
  reason: event.reason ?? 'GasWalletEmpty',
})

const ended = {
  'transaction.signed': {},
  'transaction.sent': {},
  'transaction.unfunded': {},
  'transaction.stuck': {},
  'transaction.mined': {},
  'transaction.reorged': {},
  'transaction.finalized': {},
  'transaction.refused': {},
} as const

export const transactionMachine = transactionSetup.createMachine({
  id: 'transaction',
  version: '1',
  description:
    'One transaction on the chain, which a gas wallet pays for. It carries charges, sweeps or one other request.',
  options: machineOptions,
  context: ({ input }) => firstMemory(input),
  initial: 'Queued',
  states: {
    Queued: {
      description:
        'What it carries is chosen. It waits for its place in the order of the gas wallet, and to be signed.',
      entry: ['reportSubmitted', 'signTransaction'],
      on: {
        'transaction.signed': { target: 'Signed', actions: signed },
        'transaction.refused': refused,
      },
    },
    Signed: {
      description: 'It is signed and stored. It is sent until a node of the chain takes it.',
      initial: 'Sending',
      on: {
        'transaction.signed': { actions: signed },
        'transaction.sent': sent,
        'transaction.mined': mined,
        'transaction.finalized': finalized,
        'transaction.refused': refused,
        'transaction.stuck': {},
        'transaction.reorged': {},
      },
      states: {
        Sending: {
          description: 'It is being sent to the nodes.',
          entry: 'broadcastTransaction',
          on: {
            'transaction.unfunded': {
              target: 'Unfunded',
              actions: { type: 'reportHeldBack', params: reasonOfWaiting },
            },
          },
        },
        Unfunded: {
          id: 'Unfunded',
          description:
            'The gas wallet cannot pay for it, or the nodes refuse it for now. It is sent again after a while.',
          after: { untilSentAgain: 'SendingAgain' },
          on: {
            'transaction.unfunded': {},
            'transaction.sent': sentAfterAll,
          },
        },
        SendingAgain: {
          description: 'It is being sent once more. What it carries still waits.',
          entry: 'broadcastTransaction',
          on: { 'transaction.unfunded': 'Unfunded', 'transaction.sent': sentAfterAll },
        },
      },
    },
    Broadcast: {
      id: 'Broadcast',
      description:
        'The nodes have it. It waits to get into a block, and offers more gas money if that takes too long.',
      on: {
        'transaction.stuck': {
          actions: [
            {
              type: 'countReplacement',
              params: eventOf<EventOf<TransactionEvent, 'transaction.stuck'>>,
            },
            'replaceTransaction',
          ],
        },
        'transaction.signed': { actions: [signed, 'broadcastTransaction'] },
        'transaction.sent': { actions: sent.actions },
        'transaction.unfunded': {},
        'transaction.mined': mined,
        'transaction.finalized': finalized,
        'transaction.refused': refused,
        'transaction.reorged': {},
      },
    },
    Mined: {
      id: 'Mined',
      description: 'It is in a block. It counts once that block is final.',
      on: {
        'transaction.mined': { actions: mined.actions },
        'transaction.reorged': {
          target: 'Broadcast',
          actions: ['forgetMined', 'broadcastTransaction'],
        },
        'transaction.finalized': finalized,
        'transaction.signed': { actions: signed },
        'transaction.sent': {},
        'transaction.unfunded': {},
        'transaction.stuck': {},
        'transaction.refused': {},
      },
    },
    Final: {
      id: 'Final',
      description:
        'It succeeded, and its block is final. The outcome was reported to all that it carried.',
      tags: 'closed',
      on: ended,
    },
    Failed: {
      id: 'Failed',
      description:
        'The chain refused it, or ran it without effect. That was reported to all that it carried.',
      tags: 'closed',
      on: ended,
    },
  },
})
