/** Why a transaction waits or came to nothing, whatever it carries. */
import { formatGwei } from 'viem'
import type { SendingReason } from '../../../machines/reasons.ts'
import { coins, fact, type Value } from '../story/values.ts'
import type { ChargeCatalogue } from './reason-words.ts'

/** The gas wallet of a merchant on a chain, and what gas costs there. Amounts in wei. */
type GasFacts = {
  wallet: string
  nativeSymbol: string
  balance: string | null
  chargesLeft: number | null
  daysLeft: number | null
  /** The offer for a unit of gas now; null where nobody has asked. */
  pricePerGas: string | null
  /** The most that the operator lets be offered, in gwei. */
  maxFeePerGasGwei: string | null
  perCharge: string | null
  perDay: string | null
  sharePercent: string | null
  /** Within 24 hours. */
  spent: string | null
}

/** A request that waits in the outbox. What nodes said is for the operator alone. */
export type WaitFacts = {
  waitsFor: string | null
  attempts: number
  /** Real time. */
  triedAgainAt: string
}

export type SendingFacts = {
  blockchain: string
  gas: GasFacts | null
  wait: WaitFacts | null
  transactionId?: string | null
  transactionHash?: string | null
}

const chainOf = ({ blockchain, wait }: SendingFacts): Value[] => [
  { name: 'chain', value: blockchain },
  ...fact('tries so far', wait?.attempts),
  ...fact('tried again at', wait?.triedAgainAt),
]

const walletOf = ({ blockchain, gas }: SendingFacts): Value[] => [
  { name: 'chain', value: blockchain },
  ...fact('gas wallet', gas?.wallet),
  ...(gas ? coins('balance', gas.balance, gas.nativeSymbol) : []),
  ...fact('charges it pays for', gas?.chargesLeft),
]

const priceOf = (facts: SendingFacts): Value[] => [
  ...chainOf(facts),
  ...fact(
    'gas costs now, gwei',
    facts.gas?.pricePerGas && formatGwei(BigInt(facts.gas.pricePerGas)),
  ),
]

const transactionOf = (facts: SendingFacts): Value[] => [
  ...chainOf(facts),
  ...fact('transaction', facts.transactionHash ?? facts.transactionId),
]

export const sendingReasons: ChargeCatalogue<SendingReason, SendingFacts> = {
  ChainReverted: {
    says: 'the contract or the token refused and did not say why',
    condition: 'The chain runs the transaction without an error.',
    values: transactionOf,
    change:
      'It is tried again by itself. If it goes on failing, show the transaction to the operator.',
    helper: 'nobody',
    side: 'network',
  },
  GasWalletEmpty: {
    says: 'the gas wallet cannot pay for the transaction',
    condition: 'The gas wallet holds what the transaction asks for.',
    values: walletOf,
    change: 'Send coins of the chain to the gas wallet; it goes on within a minute.',
    tellsChange: ({ gas }) =>
      gas &&
      `Send ${gas.nativeSymbol} to the gas wallet ${gas.wallet}; it goes on within a minute.`,
    helper: 'merchant',
    side: 'merchant',
  },
  GasPriceTooHigh: {
    says: 'gas costs more than the operator lets be offered',
    more: 'It costs more than `maxFeePerGasGwei` of the chains file, the nodes want a higher tip than `maxTipGwei`, or data costs more than `maxDataFeePerKilobyteGwei`.',
    condition: 'Gas costs no more than the most that may be offered for it.',
    values: (facts) => [
      ...priceOf(facts),
      ...fact('the most that is offered, gwei', facts.gas?.maxFeePerGasGwei),
    ],
    change: 'It goes on when gas costs less, or the operator raises the limit of the chain.',
    helper: 'operator',
    side: 'merchant',
  },
  GasCostAboveLimit: {
    says: 'a charge would cost more gas than you allow',
    condition: 'The gas of one charge costs no more than your limit.',
    values: (facts) => [
      ...priceOf(facts),
      ...(facts.gas
        ? coins('your limit for a charge', facts.gas.perCharge, facts.gas.nativeSymbol)
        : []),
      ...fact('your limit, percent of the amount', facts.gas?.sharePercent),
    ],
    change: 'It goes on when gas costs less, or you raise your limit in Money › Gas wallets.',
    helper: 'merchant',
    side: 'merchant',
  },
  GasBudgetSpent: {
    says: 'your limit for gas within a day is used up',
    condition: 'What the gas wallet spent within 24 hours is below your limit for a day.',
    values: (facts) => [
      ...walletOf(facts),
      ...(facts.gas ? coins('spent within 24 hours', facts.gas.spent, facts.gas.nativeSymbol) : []),
      ...(facts.gas ? coins('your limit for a day', facts.gas.perDay, facts.gas.nativeSymbol) : []),
    ],
    change:
      'It goes on as the last 24 hours move on, or you raise your limit in Money › Gas wallets.',
    helper: 'merchant',
    side: 'merchant',
  },
  ChainRefuses: {
    says: 'the nodes of the chain refuse the transaction',
    condition: 'A node of the chain takes the transaction.',
    values: chainOf,
    change:
      'It is sent again and again until a node takes it. The operator sees what the nodes say.',
    helper: 'operator',
    side: 'network',
  },
  NonceUsed: {
    says: 'something else was sent from the gas wallet in its place',
    condition: 'The place of the transaction in the order of the gas wallet is its own.',
    values: transactionOf,
    change: 'It is asked for again by itself; send nothing from the gas wallet by hand.',
    helper: 'nobody',
    side: 'network',
  },
  NotProcessed: {
    says: 'its transaction ended without trying it',
    condition: 'The transaction has gas left when it comes to this part of it.',
    values: transactionOf,
    change: 'It is asked for again by itself.',
    helper: 'nobody',
    side: 'network',
  },
  RpcUnavailable: {
    says: 'the nodes of the chain did not answer',
    more: 'They have not for a minute, or have not said what is needed, such as what gas costs.',
    condition: 'Nodes of the chain answer.',
    values: chainOf,
    change: 'It goes on by itself as soon as they do. The operator sees which do not.',
    helper: 'operator',
    side: 'network',
  },
  NodesDiffer: {
    says: 'the nodes of the chain contradict each other',
    more: 'None says that a charge would go through, and they differ about why not.',
    condition: 'As many nodes as have to agree say the same.',
    values: chainOf,
    change: 'It goes on once they agree. The operator sees what each of them says.',
    helper: 'operator',
    side: 'network',
  },
  NodesSilent: {
    says: 'too few nodes of the chain answer to be believed',
    more: 'One says that a charge would not go through, and no other confirms it.',
    condition: 'As many nodes as have to agree answer.',
    values: chainOf,
    change: 'They are asked again every 5 seconds. The operator sees which is silent.',
    helper: 'operator',
    side: 'network',
  },
  ChainNotServed: {
    says: 'the chain is not served by this service now',
    more: 'It is not what the chains file says, or no longer in it.',
    condition: 'The chain is in the chains file of the operator, and is what the file says.',
    values: chainOf,
    change: 'The operator has to mend the chains file; then it goes on by itself.',
    helper: 'operator',
    side: 'network',
  },
}
