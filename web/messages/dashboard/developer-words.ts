/** The sentences of the test clock and of the webhook torture kit. */
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

  torture: 'Torture kit',
  tortureHint:
    'Tries whether your webhook endpoint keeps the rules: test events repeated, out of order, late, slow, and forged.',
  startTorture: 'Start a run',
  startTortureHint:
    'Sends about thirty signed test events to your endpoint, for half a minute. They stand in no log and change nothing here.',
  echoUrl: 'Echo address (optional)',
  echoUrlHint:
    'Where your server tells what it did with test events. Without one, the report asks you. See docs/webhooks.md, “Try your endpoint”.',
  onlyOnTestNet: 'The torture kit is for the test network alone',
  runs: 'Runs',
  noRuns: 'No run yet',
  noRunsHint: 'Start one above; it is done in about half a minute.',
  began: 'Began',
  endpoint: 'Endpoint',
  key: 'API key',
  result: 'Result',
  run: 'Run of the torture kit',
  runOf: 'Run of {moment}',
  running: 'Running: {done} of {all} tests are done',
  tortureDone: 'The run is over',
  passed: { one: '{count} passed', other: '{count} passed' },
  broken: { one: '{count} broken', other: '{count} broken' },
  notSeen: { one: '{count} not seen', other: '{count} not seen' },
  allKept: 'Your endpoint keeps every rule that answers can show.',
  someBroken: 'Your endpoint breaks rules. What to change stands with each test.',
  rule: 'Rule',
  sent: 'What was sent',
  answered: 'What came back',
  noAnswer: 'No answer',
  onlyYouKnow: 'Only you can know',
  showCalls: { one: '{count} call', other: '{count} calls' },
} as const

export const say = speakIn<typeof english>(english, 'en')
