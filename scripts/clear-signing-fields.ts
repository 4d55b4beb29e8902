/**
 * The words in which a wallet shows the calls and messages that a payer signs, by function and by
 * parameter. A parameter without words here fails the generator, so that nobody signs anything new
 * unseen.
 */

export type Field = {
  label: string
  format: string
  params?: Record<string, unknown>
  visible?: 'always' | 'optional' | 'never'
}

/** The purpose of a function or message, in a few words that fit a hardware wallet's screen. */
export type Sentence = { intent: string; interpolatedIntent?: string }

const address = (label: string, ...types: ('wallet' | 'eoa' | 'contract' | 'token')[]): Field => ({
  label,
  format: 'addressName',
  params: { types },
})
const number = (label: string): Field => ({ label, format: 'raw' })
const moment = (label: string): Field => ({
  label,
  format: 'date',
  params: { encoding: 'timestamp' },
})
const never = (label: string): Field => ({ label, format: 'raw', visible: 'never' })
const amount = (label: string, tokenPath: string): Field => ({
  label,
  format: 'tokenAmount',
  params: { tokenPath },
})

export const subscriptionSentences: Record<string, Sentence> = {
  freeze: { intent: 'Pause subscription' },
  unfreeze: { intent: 'Resume subscription' },
  cancel: { intent: 'Cancel subscription' },
}

/** The contract itself stands for the subscription: its calls have no parameters. */
export const subscriptionField = { path: '@.to', ...address('Subscription', 'contract') }

export const factorySentences: Record<string, Sentence> = {
  activate: {
    intent: 'Start subscription',
    interpolatedIntent: 'Start subscription: {terms.amount} a period to {terms.merchant}',
  },
  cancel: {
    intent: 'Cancel subscription',
    interpolatedIntent: 'Cancel subscription: {terms.amount} a period to {terms.merchant}',
  },
}

export const factoryFields: Record<string, Field> = {
  'terms.amount': amount('Amount a period', 'terms.token'),
  'terms.merchant': address('Paid to', 'wallet', 'eoa', 'contract'),
  'terms.payer': { ...address('Paid by', 'wallet', 'eoa', 'contract'), visible: 'optional' },
  'terms.periodDays': number('Days in a period'),
  'terms.maxPeriods': number('Periods at most'),
  'terms.start': moment('First charge from'),
  'terms.activateUntil': moment('First charge until'),
  'terms.graceDays': { ...number('Days a charge may be late'), visible: 'optional' },
  'terms.token': { ...address('Token', 'token'), visible: 'optional' },
  'terms.operator': { ...address('Operator', 'wallet', 'eoa'), visible: 'optional' },
  id: never('Id'),
}

export const tokenSentences: Record<string, Sentence> = {
  transfer: { intent: 'Send', interpolatedIntent: 'Send {value} to {to}' },
  approve: { intent: 'Allow spending', interpolatedIntent: 'Let {spender} take up to {value}' },
}

export const tokenFields: Record<string, Field> = {
  to: address('To', 'wallet', 'eoa', 'contract'),
  spender: address('Spender', 'contract'),
  value: amount('Amount', '@.to'),
}

export const permitSentences: Record<string, Sentence> = {
  Permit: { intent: 'Allow spending', interpolatedIntent: 'Let {spender} take up to {value}' },
}

export const permitFields: Record<string, Field> = {
  owner: { ...address('Paid by', 'wallet', 'eoa'), visible: 'never' },
  spender: tokenFields['spender']!,
  value: tokenFields['value']!,
  nonce: never('Nonce'),
  deadline: moment('Valid until'),
}
