/** Texts about passwords, members and roles that data chooses, or that stand at several places. */
import { speakIn } from '../../messages/translate.ts'

export const english = {
  codeNeeded: 'Your password is right. Now the code of your second factor.',
  passkeyNeeded: 'Your password is right. Now your passkey, or one of your recovery codes.',
  passkeyRefused: 'No passkey was used. Try again, or take another way.',

  passwordChanged:
    'Your password is changed, and all other sessions are ended. A receiver that you asked for is called off, and the links that you issued are over.',
  wishesEnd:
    'A receiver that this account asked for and that waits still is called off, and the links that it issued end.',

  disableHint:
    '{email} is logged out at once and cannot log in. What they asked for is called off, and their links end; what they made stays.',
  enableHint: '{email} may log in again with the password of before.',

  disabledByOperator:
    'Those who run this service shut this account out. Only they let it in again.',
  ownAccount:
    'This is you. Your password and your second factors are under Security, where you show that you have them.',

  Owner: 'Everything, also the receiver and people.',
  Manager: 'Everything but the receiver and people.',
  Finance: 'Looks at everything and takes it along as files.',
  Support: 'Looks, pauses, and cancels up to 20 a day. No keys, no money.',
  Developer: 'Everything technical on the test network; only looks on the main network.',
  Reader: 'Only looks.',
} as const

export const say = speakIn<typeof english>(english, 'en')
