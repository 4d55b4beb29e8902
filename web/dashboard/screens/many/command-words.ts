/** Texts about exceptions and commands that data chooses, or that stand at several places. */
import { speakIn } from '../../../messages/translate.ts'

const english = {
  Underpaid: 'Less came than was asked for. Accept it, or send it back.',
  Overpaid: 'More came than was asked for. Send the difference back, or accept it.',
  Late: 'It came after the time was over. Accept it, or send it back.',
  HeldAfterCancel: 'You cancelled it, and money is there. Send it back, or accept it.',
  WrongToken: 'Another token came. Send it back from your receiver.',
  NotSettled: 'The money does not move on to you. It is tried again by itself.',

  pause: 'Pause',
  unpause: 'Resume',
  cancel: 'Cancel',
  resend: 'Send again',
  cannotTake: { one: '{count} does not, being {state}', other: '{count} do not, being {state}' },
  runPause: {
    one: 'Nothing is taken of {count} subscription until it is resumed. The pause is a transaction of your gas wallet.',
    other:
      'Nothing is taken of {count} subscriptions until they are resumed. Each pause is a transaction of your gas wallet.',
  },
  runUnpause: {
    one: 'The charges of {count} subscription go on. That is a transaction of your gas wallet.',
    other: 'The charges of {count} subscriptions go on. Each is a transaction of your gas wallet.',
  },
  runCancel: {
    one: '{count} subscription ends, and nothing is taken any more. This cannot be taken back.',
    other: '{count} subscriptions end, and nothing is taken any more. This cannot be taken back.',
  },
  runResend: { one: '{count} webhook is sent again.', other: '{count} webhooks are sent again.' },
} as const

export const say = speakIn<typeof english>(english, 'en')
