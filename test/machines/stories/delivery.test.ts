import { describe, test } from 'vitest'
import { story } from '../../support/story.ts'
import { retryWaitsMs } from '../../webhooks/retry-waits.ts'
import { deliveryCases } from '../cases/delivery.ts'

const [one] = deliveryCases as [(typeof deliveryCases)[0]]
const succeeded = { type: 'delivery.succeeded', httpStatus: 200, durationMs: 40 }
const failed = (jitter = 0) => ({
  type: 'delivery.attemptFailed',
  httpStatus: null,
  error: 'connection refused',
  durationMs: 3,
  jitter,
})
const hourSeconds = 3600
const momentLater = (seconds: number) => new Date(one.beganAt + seconds * 1000).toISOString()

describe('a delivery', () => {
  test('is done when the endpoint answers with success', () => {
    story(one).asks('sendWebhook').when(succeeded).is('Delivered').remembers({ attempts: 1 })
  })

  test('is tried again after five seconds, and arrives', () => {
    story(one)
      .when(failed())
      .is('Retrying.Waiting')
      .waits('untilNextAttempt', momentLater(5))
      .whenTimeIsUp('untilNextAttempt')
      .is('Retrying.Sending')
      .asks('sendWebhook')
      .when(succeeded)
      .is('Delivered')
  })

  test('is tried again at a spread moment, so that an endpoint that comes back is not overrun', () => {
    story(one).when(failed(0.2)).waits('untilNextAttempt', momentLater(6))
    story(one).when(failed(-0.2)).waits('untilNextAttempt', momentLater(4))
  })

  test('is given up after nine repetitions, and the merchant can send it again', () => {
    const told = story(one)
    for (let repetition = 1; repetition <= 9; repetition++)
      told.when(failed()).whenTimeIsUp('untilNextAttempt')
    told
      .when(failed())
      .is('Exhausted')
      .offers('resend')
      .when('delivery.resend')
      .is('Pending')
      .asks('sendWebhook')
      .remembers({ attempts: 0 })
  })

  test('that waits for a later attempt is sent at once when the endpoint answers again', () => {
    story(one)
      .when(failed())
      .when('delivery.endpointAnswered')
      .is('Retrying.Sending')
      .asks('sendWebhook')
      .when(failed())
      .is('Retrying.Waiting')
      .waits('untilNextAttempt', momentLater(5))
      .whenTimeIsUp('untilNextAttempt')
      .when(failed())
      .waits('untilNextAttempt', momentLater(5 + 60))
      .remembers({ scheduledAt: momentLater(5 + 300) })
  })

  test('that fails when it was brought forward is tried after a minute, two, four …, and no answer to others hastens it', () => {
    const told = story(one)
      .later(33 * hourSeconds * 1000)
      .when(failed())
      .remembers({ scheduledAt: momentLater(47 * hourSeconds) })
      .when('delivery.endpointAnswered')
      .is('Retrying.Sending')
    let seconds = 33 * hourSeconds
    for (const minutes of [1, 2, 4, 8, 16, 32, 64, 120, 120]) {
      seconds += minutes * 60
      told
        .when(failed())
        .ignores('delivery.endpointAnswered')
        .waits('untilNextAttempt', momentLater(seconds))
        .whenTimeIsUp('untilNextAttempt')
        .asks('sendWebhook')
        .remembers({ scheduledAt: momentLater(47 * hourSeconds) })
    }
    told.when(succeeded).remembers({ scheduledAt: null, nextAttemptAt: null })
  })

  test('that was brought forward in vain is tried for three days all the same', () => {
    const told = story(one).when(failed()).when('delivery.endpointAnswered')
    const early = 40
    for (let attempt = 0; attempt < early + retryWaitsMs.length - 1; attempt++)
      told.when(failed()).whenTimeIsUp('untilNextAttempt')
    told.remembers({ now: one.beganAt + retryWaitsMs.reduce((sum, waitMs) => sum + waitMs) })
    told.when(failed()).is('Exhausted').offers('resend')
  })

  test('that waited for days behind others ends its attempts by its own age', () => {
    story(one)
      .later(4 * 24 * 3_600_000)
      .when(failed())
      .is('Exhausted')
    story(one)
      .later(70 * 3_600_000)
      .when(failed())
      .waits('untilNextAttempt', momentLater(94 * 3600))
      .whenTimeIsUp('untilNextAttempt')
      .when(failed())
      .is('Exhausted')
  })

  test('is given up when its time is over while the endpoint is down', () => {
    story(one).when('delivery.expired').is('Exhausted').offers('resend')
  })

  test('whose key was deleted is cancelled, though it counts where a call under way still arrives', () => {
    story(one)
      .when({ type: 'delivery.targetRemoved', reason: 'ApiKeyDeleted' })
      .is('Cancelled')
      .remembers({ reason: 'ApiKeyDeleted' })
      .ignores(failed())
      .when(succeeded)
      .is('Delivered')
  })

  test('that arrived can be sent again, but not while it is being sent', () => {
    story(one).ignores('delivery.resend').when(succeeded).when('delivery.resend').is('Pending')
  })
})
