/** Texts about figures and books that data chooses, or that stand at several places. */
import { speakIn } from '../../../messages/translate.ts'

const english = {
  forecastHint:
    'The charges of the next {days} days. A wallet that pays for several subscriptions is counted once, in the order in which its charges fall due.',
  nothingToComeHint: 'The charges of your subscribers stand here once they come near.',
  dayChart: 'Charges by day: {covered} covered, {atRisk} at risk, {unknown} unknown',

  noMetricsHint: 'The figures begin with the first charge.',
  voluntary: 'Voluntary',
  involuntary: 'Involuntary',
  finished: 'Finished',
  switched: 'Switched',
  paused: 'Paused',
  chargesCount: { one: '{count} charge', other: '{count} charges' },
  ofSubscriptions: { one: 'of {count} subscription', other: 'of {count} subscriptions' },

  charges: 'Charges',
  received: 'Received at deposit addresses',
  swept: 'Moved on to your receiver',
} as const

export const say = speakIn<typeof english>(english, 'en')
