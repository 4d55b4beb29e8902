import { describe, test } from 'vitest'
import { story } from '../../support/story.ts'
import { destinationCases } from '../cases/destination.ts'

const [one] = destinationCases as [(typeof destinationCases)[0]]
const failed = (lane = 'payment/one') => ({
  type: 'destination.attemptFailed',
  lane,
  httpStatus: null,
  error: 'nothing listens at this address',
})
const answered = 'destination.answered'

describe('a destination', () => {
  test('that fails and answers again was never down, and releases what waits', () => {
    story(one)
      .when(failed())
      .is('Failing')
      .when(answered)
      .is('Answering')
      .asks('release')
      .ignores(answered)
      .when(failed())
      .when(answered)
      .asks('release')
  })

  test('is down after three failures in a row, is probed, and releases what waits when it answers', () => {
    story(one)
      .when(failed())
      .when(failed('payment/other'))
      .is('Down')
      .asks('probe')
      .when(answered)
      .is('Answering')
      .asks('release')
      .remembers({ failures: 0 })
  })

  test('remembers that all failures are of one resource, until another one fails', () => {
    story(one)
      .when(failed())
      .when(failed())
      .is('Down')
      .remembers({ failingLane: 'payment/one' })
      .ignores(failed())
      .when(failed('payment/other'))
      .remembers({ failingLane: null })
  })

  test('for which nothing waits any more releases what came meanwhile, and is down again after one more failure', () => {
    story(one)
      .when(failed())
      .when(failed())
      .when('destination.emptied')
      .is('Failing')
      .asks('release')
      .when(failed())
      .is('Down')
  })

  test('whose key was deleted stays silent', () => {
    story(one).when('destination.removed').is('Removed').ignores(failed()).ignores(answered)
  })
})
