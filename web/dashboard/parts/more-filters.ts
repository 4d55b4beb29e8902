/** Filters that several lists have, as the API names them. */
import type { Filter } from './filters.tsx'

const between = (name: string, from: string, to: string): Filter[] => [
  { name: `${name}From`, label: from, kind: 'moment' },
  { name: `${name}To`, label: to, kind: 'moment' },
]

const spans: Record<string, string> = {
  '15m': 'Last 15 minutes',
  '1h': 'Last hour',
  '4h': 'Last 4 hours',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
}

/** Bounds how far back from now. */
export const within: Filter = {
  name: 'createdWithin',
  label: 'Time',
  kind: 'choice',
  options: Object.keys(spans),
  nameOf: (span) => spans[span] ?? span,
}

export const created = between('created', 'Created from', 'Created before')
export const expires = between('expires', 'To be paid from', 'To be paid before')
export const nextCharge = between('nextCharge', 'Next charge from', 'Next charge before')
export const chargeDate = between('chargeDate', 'Charged or due from', 'Charged or due before')

export const amounts: readonly Filter[] = [
  { name: 'asset', label: 'Asset', kind: 'text' },
  { name: 'amountFrom', label: 'Amount from', kind: 'text', placeholder: '10' },
  { name: 'amountTo', label: 'Amount up to', kind: 'text', placeholder: '99.90' },
]

export const tags: Filter = { name: 'tags', label: 'Tag of the plan', kind: 'text' }
/** Finds what the search box finds by whole words. */
export const words: Filter = {
  name: 'words',
  label: 'Your reference, or words',
  kind: 'text',
  placeholder: '4711',
}
export const plan: Filter = { name: 'planId', label: 'Plan', kind: 'text' }
export const payer: Filter = {
  name: 'payer',
  label: 'Payer',
  kind: 'text',
  placeholder: '0x…',
}

/** The reasons that people look for; the API takes all of docs/reasons.md. */
export const reason: Filter = {
  name: 'reasonIn',
  label: 'Reason',
  kind: 'choice',
  options: [
    'InsufficientBalance',
    'InsufficientAllowance',
    'AllowanceRevoked',
    'PayerBlocked',
    'GasWalletEmpty',
    'GasPriceTooHigh',
    'GraceExpired',
    'CancelRequested',
    'CancelledByPayer',
    'Withdrawn',
  ],
}
