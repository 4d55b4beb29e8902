/** Deliveries and destinations on a running service: every one is of an event of a plan, and plans are lanes of their own. */
import type { Script, Step } from '../script.ts'
import type { DeliveryAct } from './act.ts'

type DeliveryStep = Step<DeliveryAct>

const answers = (status: 200 | 500): DeliveryStep => ({
  does: `From now on the endpoint answers ${status}.`,
  act: { type: 'answer', with: status },
  brings: {},
})

const answersLater: DeliveryStep = {
  does: 'From now on the endpoint answers nothing.',
  act: { type: 'answer', with: 'later' },
  brings: {},
}

/** The event of a plan is sent, to an endpoint that answers, or not. */
const sent = (plan: number, result: string, destination: readonly string[] = []): DeliveryStep => ({
  does: `Plan ${plan} is activated, which is told.`,
  act: { type: 'activate', plan },
  brings: {
    [`delivery ${plan}`]: ['create', result],
    ...(destination.length > 0 && { destination }),
  },
})

/** The event of a plan is not sent yet. */
const unsent = (plan: number): DeliveryStep => ({
  does: `Plan ${plan} is activated, which has to be told.`,
  act: { type: 'activate', plan },
  brings: { [`delivery ${plan}`]: ['create'] },
})

const allExpired: DeliveryStep = {
  does: 'The endpoint is tried, and does not answer.',
  act: { type: 'probe' },
  brings: {
    'delivery 1': ['expired'],
    'delivery 2': ['expired'],
    'delivery 3': ['expired'],
    'delivery 4': ['expired'],
  },
}

const probedInVain: DeliveryStep = {
  does: 'The endpoint is tried, and no delivery is left to do that with.',
  act: { type: 'probeInVain' },
  brings: { destination: ['emptied'] },
}

const triedAgain = (
  plan: number,
  result: string,
  destination: readonly string[] = [],
): DeliveryStep => ({
  does: `Time passes until the next attempt of delivery ${plan}.`,
  act: { type: 'wait', delivery: `delivery ${plan}` },
  brings: {
    [`delivery ${plan}`]: ['timer', result],
    ...(destination.length > 0 && { destination }),
  },
})

const resent = (plan: number, destination: readonly string[] = []): DeliveryStep => ({
  does: `The merchant has delivery ${plan} sent again.`,
  act: { type: 'resend', delivery: `delivery ${plan}` },
  brings: {
    [`delivery ${plan}`]: ['resend', 'succeeded'],
    ...(destination.length > 0 && { destination }),
  },
})

const removed = (brings: DeliveryStep['brings']): DeliveryStep => ({
  does: 'The merchant takes the endpoint away.',
  act: { type: 'removeEndpoint' },
  brings,
})

/** Two failures of one lane, and one of another: down, and the first waits for minutes. */
const downWithOneThatWaits: DeliveryStep[] = [
  answers(500),
  sent(1, 'attemptFailed', ['create']),
  triedAgain(1, 'attemptFailed', ['attemptFailed 1']),
  sent(2, 'attemptFailed', ['attemptFailed 2']),
]

/** Three lanes fail once each, and an event more cannot be sent. */
const downWithOneUnsent: DeliveryStep[] = [
  answers(500),
  sent(1, 'attemptFailed', ['create']),
  sent(2, 'attemptFailed', ['attemptFailed 2']),
  sent(3, 'attemptFailed', ['attemptFailed 3']),
  unsent(4),
]

/** So many waits follow each other; after them an attempt that fails is the last. */
const waits = 9

export const deliveryScripts: Script<DeliveryAct>[] = [
  {
    kind: 'delivery',
    steps: [sent(1, 'succeeded'), resent(1)],
  },
  {
    kind: 'delivery',
    steps: [
      answers(500),
      sent(1, 'attemptFailed', ['create']),
      answers(200),
      resent(1, ['answered']),
    ],
  },
  {
    kind: 'delivery',
    steps: [
      answers(500),
      sent(1, 'attemptFailed', ['create']),
      triedAgain(1, 'attemptFailed', ['attemptFailed 1']),
      triedAgain(1, 'attemptFailed', ['attemptFailed 1']),
      ...Array.from({ length: waits - 2 }, () => triedAgain(1, 'attemptFailed')),
      probedInVain,
      answers(200),
      resent(1, ['answered']),
    ],
  },
  {
    kind: 'delivery',
    steps: [
      ...downWithOneThatWaits,
      {
        does: 'Time passes until delivery 2 is due, which is not sent.',
        act: { type: 'wait', delivery: 'delivery 2' },
        brings: { 'delivery 2': ['timer'] },
      },
      unsent(3),
      answers(200),
      {
        does: 'The endpoint is tried with the delivery that has waited longest, and answers.',
        act: { type: 'probe' },
        brings: {
          'delivery 1': ['succeeded'],
          destination: ['answered'],
          'delivery 2': ['succeeded'],
          'delivery 3': ['succeeded'],
        },
      },
    ],
  },
  {
    kind: 'delivery',
    steps: [
      answers(500),
      sent(1, 'attemptFailed', ['create']),
      triedAgain(1, 'attemptFailed', ['attemptFailed 1']),
      answers(200),
      {
        does: 'Plan 2 is activated, which the endpoint takes: that brings delivery 1 forward.',
        act: { type: 'activate', plan: 2 },
        brings: {
          'delivery 2': ['create', 'succeeded'],
          destination: ['answered'],
          'delivery 1': ['endpointAnswered', 'succeeded'],
        },
      },
    ],
  },
  {
    kind: 'delivery',
    steps: [
      ...downWithOneUnsent,
      {
        does: 'Four days pass.',
        act: { type: 'waitDays', days: 4 },
        brings: {
          'delivery 1': ['timer'],
          'delivery 2': ['timer'],
          'delivery 3': ['timer'],
        },
      },
      allExpired,
      removed({
        'delivery 1': ['targetRemoved'],
        'delivery 2': ['targetRemoved'],
        'delivery 3': ['targetRemoved'],
        'delivery 4': ['targetRemoved'],
        destination: ['removed'],
      }),
    ],
  },
  {
    kind: 'delivery',
    steps: [
      ...downWithOneUnsent,
      removed({
        'delivery 1': ['targetRemoved'],
        'delivery 2': ['targetRemoved'],
        'delivery 3': ['targetRemoved'],
        'delivery 4': ['targetRemoved'],
        destination: ['removed'],
      }),
    ],
  },
  {
    kind: 'delivery',
    steps: [
      answersLater,
      unsent(1),
      answers(500),
      sent(2, 'attemptFailed', ['create']),
      sent(3, 'attemptFailed', ['attemptFailed 3']),
      sent(4, 'attemptFailed', ['attemptFailed 4']),
      {
        does: 'Four days pass, and the first call is still under way.',
        act: { type: 'waitDays', days: 4 },
        brings: { 'delivery 2': ['timer'], 'delivery 3': ['timer'], 'delivery 4': ['timer'] },
      },
      allExpired,
      probedInVain,
      {
        does: 'The endpoint takes the call that was under way.',
        act: { type: 'answerWaiting' },
        brings: { 'delivery 1': ['succeeded'] },
      },
    ],
  },
  {
    kind: 'delivery',
    steps: [
      answersLater,
      unsent(1),
      removed({ 'delivery 1': ['targetRemoved'] }),
      {
        does: 'The endpoint takes the call that was under way.',
        act: { type: 'answerWaiting' },
        brings: { 'delivery 1': ['succeeded'] },
      },
    ],
  },
  {
    kind: 'destination',
    steps: [
      answers(500),
      sent(1, 'attemptFailed', ['create']),
      answers(200),
      triedAgain(1, 'succeeded', ['answered']),
      answers(500),
      sent(2, 'attemptFailed', ['attemptFailed 2']),
      answers(200),
      triedAgain(2, 'succeeded', ['answered']),
      removed({ destination: ['removed'] }),
    ],
  },
  {
    kind: 'destination',
    steps: [
      answers(500),
      sent(1, 'attemptFailed', ['create']),
      removed({ 'delivery 1': ['targetRemoved'], destination: ['removed'] }),
    ],
  },
  {
    kind: 'destination',
    steps: [
      answers(500),
      sent(1, 'attemptFailed', ['create']),
      triedAgain(1, 'attemptFailed', ['attemptFailed 1']),
      triedAgain(1, 'attemptFailed', ['attemptFailed 1']),
      sent(2, 'attemptFailed', ['attemptFailed 2']),
    ],
  },
]
