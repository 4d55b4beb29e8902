/** Filters that several lists have, as the API names them. */
import { say } from '../../messages/dashboard/filter-words.ts'
import type { Filter } from './filters.tsx'

const between = (name: string, from: string, to: string): Filter[] => [
  { name: `${name}From`, label: from, kind: 'moment' },
  { name: `${name}To`, label: to, kind: 'moment' },
]

const spans: Record<string, string> = {
  '15m': say('minutes15'),
  '1h': say('hour1'),
  '4h': say('hours4'),
  '24h': say('hours24'),
  '7d': say('days7'),
  '30d': say('days30'),
  '90d': say('days90'),
}

/** How far back from now. */
export const within: Filter = {
  name: 'createdWithin',
  label: say('within'),
  kind: 'choice',
  options: Object.keys(spans),
  nameOf: (span) => spans[span] ?? span,
}

export const created = between('created', say('createdFrom'), say('createdTo'))
export const expires = between('expires', say('expiresFrom'), say('expiresTo'))
export const nextCharge = between('nextCharge', say('nextChargeFrom'), say('nextChargeTo'))
export const chargeDate = between('chargeDate', say('chargeDateFrom'), say('chargeDateTo'))

export const amounts: readonly Filter[] = [
  { name: 'asset', label: say('asset'), kind: 'text' },
  { name: 'amountFrom', label: say('amountFrom'), kind: 'text', placeholder: '10' },
  { name: 'amountTo', label: say('amountTo'), kind: 'text', placeholder: '99.90' },
]

export const tags: Filter = { name: 'tags', label: say('tags'), kind: 'text' }
export const metadata: Filter = { name: 'metadata', label: say('metadata'), kind: 'text' }
export const plan: Filter = { name: 'planId', label: say('plan'), kind: 'text' }
export const payer: Filter = {
  name: 'payer',
  label: say('payer'),
  kind: 'text',
  placeholder: '0x…',
}

/** The reasons that people look for; the API takes all of docs/reasons.md. */
export const reason: Filter = {
  name: 'reasonIn',
  label: say('reason'),
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
