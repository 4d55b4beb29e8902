/** Why the money of a payment has not moved on to the receiver. */
import { type PaymentContext, totalConfirmed } from '../../../machines/payment/payment.context.ts'
import type { SettlementReason } from '../../../machines/reasons.ts'
import { coins, fact, money, type Value } from '../story/values.ts'
import type { Catalogue, ReasonWords } from './reason-words.ts'
import { type SendingFacts, sendingReasons } from './sending-reasons.ts'

/** `minSweep` is a decimal of the asset, as the chains file has it. */
export type SettlementFacts = SendingFacts & { payment: PaymentContext; minSweep: string | null }

const moneyOf = ({ payment }: SettlementFacts): Value[] => [
  money('confirmed', totalConfirmed(payment), payment),
  money('moved on', payment.swept, payment),
  { name: 'deposit address', value: payment.depositAddress },
  ...fact('tries that failed', payment.sweepFailures || null),
]

const blocked = (says: string, condition: string): ReasonWords<SettlementFacts> => ({
  says,
  condition,
  values: (facts) => [
    ...moneyOf(facts),
    { name: 'token', value: facts.payment.asset },
    { name: 'receiver', value: facts.payment.receiver },
  ],
  change:
    'The money waits; it is between you and the issuer of the token. New payments can have another receiver.',
  helper: 'issuer',
})

const tried = (says: string, condition: string, change: string): ReasonWords<SettlementFacts> => ({
  says,
  condition,
  values: (facts) => [...moneyOf(facts), ...fact('receiver', facts.payment.receiver)],
  change,
  helper: 'nobody',
})

export const settlementReasons: Catalogue<SettlementReason, SettlementFacts> = {
  ...sendingReasons,
  BelowMinimum: {
    says: 'less lies there than is worth moving',
    more: 'It is less than `minSweep` of the chains file.',
    condition: 'At least the least amount of a sweep lies at the address.',
    values: (facts) => [
      ...moneyOf(facts),
      ...fact('least amount', facts.minSweep && `${facts.minSweep} ${facts.payment.asset}`),
    ],
    change: 'More money moves it, or Move the money on: an order of yours moves any amount.',
    helper: 'merchant',
  },
  GasTooDear: {
    says: 'gas costs too much, or too much of what lies there',
    condition: 'The gas of the sweep costs a small part of what lies there.',
    values: (facts) => [
      ...moneyOf(facts),
      ...(facts.gas ? coins('gas for a unit', facts.gas.pricePerGas, facts.gas.nativeSymbol) : []),
      { name: 'chain', value: facts.blockchain },
    ],
    change: 'It moves by itself when gas is cheaper; Move the money on moves it at any cost.',
    helper: 'merchant',
  },
  TokenPaused: {
    ...blocked('the issuer of the token has paused all transfers', 'The token can be moved.'),
    change: 'The issuer has to end the pause of the token; the sweep is tried again by itself.',
  },
  DepositBlocked: blocked(
    'the issuer of the token blocks the deposit address',
    'The issuer of the token does not block the deposit address.',
  ),
  ReceiverBlocked: blocked(
    'the issuer of the token blocks your receiver',
    'The issuer of the token does not block your receiver.',
  ),
  DepositEmpty: {
    ...tried(
      'what was credited is not there any more',
      'What was credited lies at the deposit address.',
      'The operator sees how much is missing: its issuer took it, as that of USDT can from addresses that it blocks, or nodes had lied.',
    ),
    helper: 'operator',
  },
  NoBalance: tried(
    'the deposit address was empty when the sweep came',
    'Something lies at the deposit address when the sweep comes.',
    'Somebody else has moved it; it counts as settled once that is confirmed.',
  ),
  ReceiverRefuses: {
    ...tried(
      'your receiver is a contract that takes no coins of the chain',
      'The receiver takes the coin.',
      'Let the contract take it. The receiver of a payment never changes; new payments can have another.',
    ),
    helper: 'merchant',
  },
  TransferFailed: tried(
    'the token does not move the money and does not say why',
    'The token moves the money.',
    'It is tried again by itself, later and later. If it goes on, ask the issuer of the token.',
  ),
}
