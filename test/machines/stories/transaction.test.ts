import { describe, test } from 'vitest'
import { story } from '../../support/story.ts'
import { daysLater, hashOf } from '../cases/owner.ts'
import { transactionCases } from '../cases/transaction.ts'

const [batch] = transactionCases as [(typeof transactionCases)[0]]
const passenger = (batch.input as { items: object[] }).items[0]

const signed = (hash: string) => ({
  type: 'transaction.signed',
  nonce: 7,
  hash,
  maxFeePerGas: '2000000000',
  maxPriorityFeePerGas: '1000000000',
})
const sent = { type: 'transaction.sent', blockNumber: 10 }
const mined = {
  type: 'transaction.mined',
  hash: hashOf('1'),
  blockHash: hashOf('b'),
  blockNumber: 11,
  gasUsed: '55000',
}
const finalized = (success: boolean, outcome: 'done' | 'failed') => ({
  type: 'transaction.finalized',
  success,
  outcomes: [{ ...passenger, outcome, reason: success ? null : 'ChainReverted' }],
})

describe('a transaction', () => {
  test('is signed, stored, sent, mined and final, and reports to its items', () => {
    story(batch)
      .asks('reportSubmitted', 'signTransaction')
      .when(signed(hashOf('1')))
      .is('Signed.Sending')
      .asks('broadcastTransaction')
      .when(sent)
      .is('Broadcast')
      .when(mined)
      .is('Mined')
      .when(finalized(true, 'done'))
      .is('Final')
      .asks('reportOutcomes')
  })

  test('waits for gas and sends the same bytes again', () => {
    story(batch)
      .when(signed(hashOf('1')))
      .when('transaction.unfunded')
      .is('Signed.Unfunded')
      .asksFor('reportHeldBack', { reason: 'GasWalletEmpty' })
      .waits('untilSentAgain', new Date(Date.parse(daysLater(0)) + 15_000).toISOString())
      .whenTimeIsUp('untilSentAgain')
      .asks('broadcastTransaction')
      .remembers({ nonce: 7, hashes: [hashOf('1')] })
  })

  test('that is sent after its wait for gas tells its items that they go on', () => {
    const waiting = () =>
      story(batch)
        .when(signed(hashOf('1')))
        .when('transaction.unfunded')
    waiting().whenTimeIsUp('untilSentAgain').when(sent).is('Broadcast').asks('reportSubmitted')
    waiting().when(sent).is('Broadcast').asks('reportSubmitted')
    waiting().whenTimeIsUp('untilSentAgain').when('transaction.unfunded').is('Signed.Unfunded')
  })

  test('that takes too long is replaced at a higher fee under the same nonce', () => {
    story(batch)
      .when(signed(hashOf('1')))
      .when(sent)
      .when({ type: 'transaction.stuck', blockNumber: 40 })
      .asks('replaceTransaction')
      .when(signed(hashOf('2')))
      .asks('broadcastTransaction')
      .remembers({ nonce: 7, hashes: [hashOf('1'), hashOf('2')], replacements: 1 })
  })

  test('that a reorganisation drops is sent again', () => {
    story(batch)
      .when(signed(hashOf('1')))
      .when(sent)
      .when(mined)
      .when('transaction.reorged')
      .is('Broadcast')
      .asks('broadcastTransaction')
      .remembers({ minedIn: null })
  })

  test('that reverts reports to its items and ends', () => {
    story(batch)
      .when(signed(hashOf('1')))
      .when(sent)
      .when(mined)
      .when(finalized(false, 'failed'))
      .is('Failed')
      .asks('reportOutcomes')
      .ignores(mined)
  })

  test('that no node will ever take releases its items', () => {
    story(batch)
      .when({ type: 'transaction.refused', reason: 'NonceUsed' })
      .is('Failed')
      .asksFor('reportRefused', { reason: 'NonceUsed' })
  })
})
