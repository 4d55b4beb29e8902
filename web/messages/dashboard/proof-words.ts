import { speakIn } from '../translate.ts'

const english = {
  title: 'Is it you?',
  why: 'This moves money or opens the door to it, so the service asks again. The answer counts for 15 minutes.',
  password: 'Your password',
  code: 'Code of your authenticator',
  codeHint: 'Six digits, or one of your recovery codes.',
  usePasskey: 'Use a passkey',
  passkeyDeclined: 'No passkey was used. Try again, or use a code.',
  confirm: 'Confirm',
} as const

export const say = speakIn<typeof english>(english, 'en')
