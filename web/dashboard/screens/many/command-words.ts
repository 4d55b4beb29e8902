/** Texts about exceptions and commands that data chooses, or that stand at several places. */
import { speakIn } from '../../../messages/translate.ts'

const english = {
  accept: 'Accept',
  acceptHint: 'The payment then counts as paid with what came. This cannot be taken back.',
  sweep: 'Move the money',
  sweepHint:
    'What the deposit address holds is sent to your receiver. Your gas wallet pays for it.',
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
  runPause:
    'Their charges stop until they are resumed. Each pause is a transaction of your gas wallet.',
  runUnpause: 'Their charges go on. Each is a transaction of your gas wallet.',
  runCancel: 'They end, and nothing is charged any more. This cannot be taken back.',
  runResend: 'Their webhooks are sent again.',
} as const

export const say = speakIn<typeof english>(english, 'en')
