import { ChargeInput } from '../../../machines/charge/charge.events.ts'
import type { Case, Situation } from '../../support/explore.ts'
import { addressOf, beganAt, daysLater, hashOf, idOf, owner } from './owner.ts'

const settlement = { transactionHash: hashOf('1'), chargedAt: daysLater(0) }

const terms = {
  id: idOf('C'),
  ...owner,
  contractAddress: addressOf('a'),
  customerId: 'customer-1',
  metadata: null,
  blockchain: 'LocalTestNet',
  asset: 'ltUSDC',
  decimals: 6,
  amount: '10000000',
  number: 2,
  period: 2,
  dueAt: daysLater(0),
  graceUntil: daysLater(3),
  isInitial: false,
  settlement: null,
  createdAt: daysLater(0),
}

const eventsAt = () => [
  { type: 'charge.submitted', transactionId: idOf('T') },
  { type: 'charge.submitted', transactionId: idOf('U') },
  { type: 'charge.attemptFailed', reason: 'InsufficientBalance' },
  { type: 'charge.notProcessed', transactionId: idOf('T') },
  { type: 'charge.heldBack', reason: 'GasWalletEmpty' },
  { type: 'charge.confirm', ...settlement },
  { type: 'charge.fundsArrived' },
  { type: 'charge.cancel', reason: 'CancelRequested' },
  { type: 'charge.reorged' },
  { type: 'charge.resume', dueAt: daysLater(1), graceUntil: daysLater(3) },
]

const differencesOf = ({ context, now }: Situation) => [
  context['transactionId'],
  context['nextAttemptAt'],
  now >= Date.parse(String(context['nextAttemptAt'])),
  context['isCancelRequested'],
]

const common = { kind: 'charge', beganAt, eventsAt, differencesOf } as const

/** The charge of a later period, and the first one, which is not tried again. */
export const chargeCases: Case[] = [
  { ...common, title: 'a charge with three days of grace', input: ChargeInput.parse(terms) },
  {
    ...common,
    title: 'the charge that activates',
    input: ChargeInput.parse({ ...terms, number: 1, period: 1, isInitial: true }),
  },
  {
    ...common,
    title: 'a charge that somebody made already',
    input: ChargeInput.parse({ ...terms, settlement }),
  },
]
