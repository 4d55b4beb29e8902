import { describe, test } from 'vitest'
import { story } from '../../support/story.ts'
import { permitCases } from '../cases/permit.ts'

const [one] = permitCases as [(typeof permitCases)[0]]
const submitted = { type: 'permit.submitted', transactionId: 'T'.repeat(22) }
const failed = { type: 'permit.failed', reason: 'ChainReverted' }

describe('a permit', () => {
  test('is tried, sent and used, and its subscription is told to look at its funds', () => {
    story(one)
      .is('Waiting')
      .asks('requestPermit')
      .when(submitted)
      .is('Sent')
      .when('permit.confirmed')
      .is('Used')
      .asks('checkFunds')
      .remembers({ reason: null })
  })

  test('that somebody else has sent is used all the same', () => {
    story(one)
      .when({ type: 'permit.used', reason: 'AlreadyAllowed' })
      .is('Used')
      .remembers({ reason: 'AlreadyAllowed', transactionId: null })
  })

  test('waits for gas, and expires honestly where none comes before its deadline', () => {
    story(one)
      .when({ type: 'permit.heldBack', reason: 'GasWalletEmpty' })
      .is('Waiting')
      .remembers({ reason: 'GasWalletEmpty' })
      .whenTimeIsUp('untilDeadline')
      .is('Expired')
      .remembers({ reason: 'DeadlinePassed' })
  })

  test('whose transaction failed is tried anew, three times at most', () => {
    story(one)
      .when(submitted)
      .when(failed)
      .is('Waiting')
      .asks('requestPermit')
      .when(submitted)
      .when(failed)
      .when(submitted)
      .when(failed)
      .is('Refused')
      .remembers({ reason: 'ChainReverted', sends: 3 })
  })

  test('that was mined in time counts, even where its block became final after all waiting', () => {
    story(one)
      .when(submitted)
      .whenTimeIsUp('untilFinalAtLatest')
      .is('Expired')
      .when('permit.confirmed')
      .is('Used')
      .remembers({ reason: null })
  })

  test('that was refused stays so', () => {
    story(one)
      .when({ type: 'permit.refused', reason: 'WrongSigner' })
      .is('Refused')
      .ignores(submitted)
      .ignores('permit.confirmed')
  })
})
