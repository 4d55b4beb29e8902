/** Texts about events and deliveries that data chooses, or that stand at several places. */
import { speakIn } from '../../../messages/translate.ts'

const english = {
  events: 'Events',
  deliveries: 'Deliveries',
  resent: { one: '{count} event is sent again.', other: '{count} events are sent again.' },
  resentSoFar: { one: '{count} event so far.', other: '{count} events so far.' },
} as const

export const say = speakIn<typeof english>(english, 'en')
