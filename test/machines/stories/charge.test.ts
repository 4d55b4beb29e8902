import { describe, test } from 'vitest'
import { dayMs, hourMs } from '../../../machines/durations.ts'
import { story } from '../../support/story.ts'
import { chargeCases } from '../cases/charge.ts'
import { daysLater, hashOf, idOf } from '../cases/owner.ts'

const [later, initial, settled] = chargeCases as [
  (typeof chargeCases)[0],
  (typeof chargeCases)[0],
  (typeof chargeCases)[0],
]

const submitted = { type: 'charge.submitted', transactionId: idOf('T') }
const failed = { type: 'charge.attemptFailed', reason: 'InsufficientBalance' }
const heldBack = { type: 'charge.heldBack', reason: 'GasWalletEmpty' }
const cancel = { type: 'charge.cancel', reason: 'CancelRequested' }
const confirm = {
  type: 'charge.confirm',
  transactionHash: hashOf('1'),
  chargedAt: daysLater(0),
}

describe('a charge', () => {
  test('joins the next transaction and succeeds by the event of its contract (S2.4-1, S2.4-2)', () => {
    story(later)
      .is('Pending.Requested')
      .asks('requestCharge')
      .when(submitted)
      .is('Pending.InFlight')
      .when(confirm)
      .is('Succeeded')
      .remembers({ transactionHash: hashOf('1') })
  })

  test('is tried after one hour, six hours and a day, then daily while the grace lasts (S2.4-3, S2.4-4, S3.3-2)', () => {
    story(later)
      .when(failed)
      .is('Retrying.Waiting')
      .asks('reportAttemptFailed')
      .waits('untilNextAttempt', new Date(later.beganAt + hourMs).toISOString())
      .whenTimeIsUp('untilNextAttempt')
      .when(failed)
      .waits('untilNextAttempt', new Date(later.beganAt + 6 * hourMs).toISOString())
      .whenTimeIsUp('untilNextAttempt')
      .when(failed)
      .waits('untilNextAttempt', daysLater(1))
      .whenTimeIsUp('untilNextAttempt')
      .when(failed)
      .waits('untilNextAttempt', daysLater(2))
      .whenTimeIsUp('untilNextAttempt')
      .when(failed)
      .waits('untilNextAttempt', new Date(Date.parse(daysLater(3)) - hourMs / 6).toISOString())
      .whenTimeIsUp('untilNextAttempt')
      .when(failed)
      .is('Failed')
      .asks('reportFailed')
  })

  test('that is held back until the grace is over fails for what held it back (S3.3-3)', () => {
    story(later)
      .when(heldBack)
      .is('Pending.HeldBack')
      .waits('untilGraceEnds', new Date(Date.parse(daysLater(3)) + 1_000).toISOString())
      .whenTimeIsUp('untilGraceEnds')
      .is('Failed')
      .asks()
      .remembers({ reason: 'GasWalletEmpty' })
      .when(confirm)
      .is('Succeeded')
  })

  test('is tried again at once when the money arrives', () => {
    story(later)
      .when(failed)
      .when('charge.fundsArrived')
      .is('Retrying.Requested')
      .asks('requestCharge')
      .waits('untilNextAttempt', undefined)
  })

  test('that activates a subscription is tried once (S3.3-3)', () => {
    story(initial).when(failed).is('Failed').asks('reportFailed')
  })

  test('that was charged elsewhere succeeds at once', () => {
    story(settled).is('Succeeded').asks()
  })

  test('waits while the gas wallet is empty, and loses no attempt (P13)', () => {
    story(later)
      .when(heldBack)
      .is('Pending.HeldBack')
      .asks('reportHeldBack')
      .later(dayMs)
      .when(submitted)
      .is('Pending.InFlight')
      .asks('reportReleased')
      .remembers({ attempts: 1 })
  })

  test('that waits for another reason now tells it', () => {
    story(later)
      .when(heldBack)
      .when({ type: 'charge.heldBack', reason: 'AssetInactive' })
      .is('Pending.HeldBack')
      .asks('reportHeldBack')
      .remembers({ reason: 'AssetInactive' })
  })

  test('that its transaction did not try is requested again', () => {
    story(later)
      .when(submitted)
      .when({ type: 'charge.notProcessed', transactionId: idOf('T') })
      .is('Pending.Requested')
      .asks('requestCharge')
  })
})

describe('a charge that is stopped', () => {
  test('before it is sent is cancelled at once (S2.4-5)', () => {
    story(later).when(cancel).is('Cancelled').remembers({ reason: 'CancelRequested' })
  })

  test('while it is in flight waits for its outcome on chain', () => {
    story(later).when(submitted).when(cancel).is('Pending.InFlight').when(failed).is('Cancelled')
  })

  test('and that its transaction then drops is not asked for again', () => {
    const dropped = { type: 'charge.notProcessed', transactionId: idOf('T') }
    story(later).when(submitted).when(cancel).when(dropped).is('Cancelled').asks()
    story(later)
      .when(failed)
      .when('charge.fundsArrived')
      .when(submitted)
      .when(cancel)
      .when(dropped)
      .is('Cancelled')
      .asks()
  })

  test('and lands all the same is a success', () => {
    story(later).when(submitted).when(cancel).when(confirm).is('Succeeded')
    story(later).when(cancel).when(confirm).is('Succeeded')
  })
})

describe('a charge that a reorganisation takes back', () => {
  test('is made again', () => {
    story(later)
      .when(submitted)
      .when(confirm)
      .when('charge.reorged')
      .is('Pending.Requested')
      .asks('requestCharge')
      .remembers({ transactionHash: null, chargedAt: null })
  })

  test('goes back to its retries where it had failed before', () => {
    story(later)
      .when(failed)
      .when('charge.fundsArrived')
      .when(confirm)
      .when('charge.reorged')
      .is('Retrying.Requested')
  })
})
