/** Texts about kinds, relations and reasons that data chooses, or that stand at several places. */
import { speakIn } from '../../../messages/translate.ts'

const english = {
  whyFailure: 'Why it did not come about',
  whyWait: 'What it waits for',
  whyDecision: 'What you have to decide',
  whyEnd: 'Why it is over, or will be',
  change: 'What would change it',
  payer: 'the payer',
  merchant: 'you',
  operator: 'the operator of this service',
  issuer: 'the issuer of the token',
  nobody: 'nobody has to: see what comes next',

  plan: 'Plan',
  customer: 'Customer',
  subscription: 'Subscription',
  replaces: 'Replaces',
  replacedBy: 'Replaced by',
  charge: 'Charge',
  transaction: 'Transaction',
  permit: 'Permit',
  delivery: 'Delivery',
  destination: 'Endpoint',
  subject: 'Tells of',
  item: 'Carries',
  gasWallet: 'Gas wallet',

  payment: 'Payment',
  verification: 'Verification',
} as const

export const say = speakIn<typeof english>(english, 'en')

/** Names a kind or a relation; one that is new, as the service calls it. */
export const sayName = (name: string): string => (name in english ? say(name as 'plan') : name)
