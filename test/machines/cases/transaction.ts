import { TransactionInput } from '../../../machines/transaction/transaction.events.ts'
import type { Case } from '../../support/explore.ts'
import { addressOf, beganAt, hashOf, idOf, owner } from './owner.ts'

const passenger = { kind: 'charge', id: idOf('C'), contractAddress: addressOf('a') }
const fees = { maxFeePerGas: '2000000000', maxPriorityFeePerGas: '1000000000' }
const block = { hash: hashOf('1'), blockHash: hashOf('b'), blockNumber: 11, gasUsed: '55000' }

export const transactionCases: Case[] = [
  {
    kind: 'transaction',
    title: 'a batch of one charge',
    input: TransactionInput.parse({
      id: idOf('T'),
      ...owner,
      blockchain: 'LocalTestNet',
      wallet: addressOf('b'),
      purpose: 'charge',
      to: addressOf('c'),
      data: '0x',
      gasLimit: '120000',
      items: [passenger],
    }),
    beganAt,
    eventsAt: () => [
      { type: 'transaction.signed', nonce: 7, hash: hashOf('1'), ...fees },
      { type: 'transaction.signed', nonce: 7, hash: hashOf('2'), ...fees },
      { type: 'transaction.sent', blockNumber: 10 },
      { type: 'transaction.unfunded' },
      { type: 'transaction.stuck', blockNumber: 20 },
      { type: 'transaction.mined', ...block },
      { type: 'transaction.reorged' },
      {
        type: 'transaction.finalized',
        success: true,
        outcomes: [{ ...passenger, outcome: 'done', reason: null }],
      },
      {
        type: 'transaction.finalized',
        success: false,
        outcomes: [{ ...passenger, outcome: 'failed', reason: 'ChainReverted' }],
      },
      { type: 'transaction.refused', reason: 'NonceUsed' },
    ],
    differencesOf: ({ context }) => [
      (context['hashes'] as string[]).length,
      Math.min(Number(context['replacements']), 2),
      context['minedIn'] !== null,
    ],
  },
]
