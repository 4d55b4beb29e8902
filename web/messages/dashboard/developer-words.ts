/** The sentences of the test clock. */
import { speakIn } from '../translate.ts'

const english = {
  clock: 'Test clock',
  clockHint:
    'Time of the test network, for everybody who uses this service. It can be moved ahead, on the chain too, and never back.',
  clockNow: 'It is now',
  clockMoving: 'Time is moving…',
  clockArrived: 'Time has arrived',
  clockStopped: 'It did not arrive',
  clockOfOthers: 'Your role does not move the clock.',
  clockOfOthersHint: 'It stands in the header. An Owner, a Manager or a Developer moves it.',
  noClock: 'There is no clock to move here',
  noClockHint:
    'Time can be moved on the test network of a service whose chains are all local ones. Here it passes by itself.',
  ahead: 'Move it ahead',
  aheadHint:
    'Everything that falls due on the way happens in its order: charges, retries, ends. It takes longer the more falls due.',
  oneDay: '+1 day',
  oneWeek: '+7 days',
  onePeriod: '+31 days',
  nextCharge: 'To your next charge',
  nextTimer: 'To whatever is due next',
  toMoment: 'To a moment',
  moveThere: 'Move there',
} as const

export const say = speakIn<typeof english>(english, 'en')
