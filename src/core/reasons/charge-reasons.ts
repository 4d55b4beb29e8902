/** Why a charge has not succeeded, or a subscription is not `Active`. */
import type { ChargeReason } from '../../../machines/reasons.ts'
import { sayMoney } from '../../shared/money.ts'
import { fact, missing, money, type Value } from '../story/values.ts'
import { endReasons, type ChargeFacts } from './end-reasons.ts'
import type { ChargeCatalogue, Side } from './reason-words.ts'
import { sendingReasons } from './sending-reasons.ts'

const dueOf = ({ subscription, charge }: ChargeFacts): Value[] => [
  ...fact('due', charge?.dueAt ?? subscription?.charge?.dueAt ?? subscription?.nextChargeAt),
  ...fact('can be made until', charge?.graceUntil ?? subscription?.charge?.graceUntil),
  ...fact('attempts so far', charge?.attempts),
]

const amountOf = ({ terms }: ChargeFacts): Value => money('amount', terms.amount, terms)
const contractOf = ({ terms, blockchain }: ChargeFacts): Value[] => [
  { name: 'contract', value: terms.contractAddress },
  { name: 'chain', value: blockchain },
]

/** Shows what the payer has or allows, as it was last seen, and what is missing. */
function fundsOf(facts: ChargeFacts, field: 'allowance' | 'balance'): Value[] {
  const { terms, subscription } = facts
  const name = field === 'allowance' ? 'allowed' : 'in the wallet'
  const seen = subscription
    ? [
        money(name, subscription[field], terms),
        money('missing', missing(terms.amount, subscription[field]), terms),
        { name: 'payer', value: subscription.payer },
      ]
    : []
  return [amountOf(facts), ...seen, ...dueOf(facts)]
}

function lackOf({ terms, subscription }: ChargeFacts, field: 'allowance' | 'balance'): string {
  const lacking = subscription ? missing(terms.amount, subscription[field]) : 0n
  const wanted = lacking > 0n ? lacking : BigInt(terms.amount)
  return sayMoney(wanted, terms.decimals, terms.asset)
}

/**
 * Names the payer by the customer, as merchants know them, with what is there, what is wanted, and until when; null where
 * the money has come meanwhile.
 */
function tellLack(facts: ChargeFacts, field: 'allowance' | 'balance'): string | null {
  const { terms, subscription, charge } = facts
  if (!subscription) return null
  const lacking = missing(terms.amount, subscription[field])
  if (lacking === 0n) return null
  const say = (baseUnits: bigint | string) => sayMoney(baseUnits, terms.decimals, terms.asset)
  const has = `${subscription.customerId} ${field === 'balance' ? 'has' : 'allows'} ${say(subscription[field])}`
  const dueAt = dueLater(facts)
  const until = charge?.graceUntil ?? subscription.charge?.graceUntil
  const due = `${say(terms.amount)} ${dueAt === null ? 'is due' : `falls due ${dueAt}`}`
  return `${has}, ${due}: ${say(lacking)} missing${until === undefined ? '' : ` until ${until}`}.`
}

/** Returns when the next charge falls due, between two of them; else null. */
function dueLater({ charge, subscription }: ChargeFacts): string | null {
  const isBetween = !charge && !subscription?.charge && (subscription?.chargesMade ?? 0) > 0
  return (isBetween && subscription?.nextChargeAt) || null
}

/** When a charge is made that nothing stands in the way of any more: between two charges, when the next falls due. */
function whenMade(facts: ChargeFacts): string {
  const dueAt = dueLater(facts)
  return dueAt ? `the charge falls due on ${dueAt}` : 'the charge is then made at once'
}

const blocked = (who: (facts: ChargeFacts) => Value[]) => (facts: ChargeFacts) => [
  ...who(facts),
  { name: 'token', value: facts.terms.asset },
  ...fact('blocked on', facts.blockchain),
]

const askedAgain =
  'A first charge is asked for again after seconds, later every ten minutes; a later one at its next attempt.'

/** A charge goes on by itself after these, and names none of them. */
const controlFailed = {
  more: 'A pause, a resumption or a cancellation came to nothing by it.',
  change: 'Ask for it again.',
  helper: 'merchant',
} as const

export const chargeReasons: ChargeCatalogue<ChargeReason, ChargeFacts> = {
  ...sendingReasons,
  ...endReasons,
  NonceUsed: { ...sendingReasons.NonceUsed, ...controlFailed },
  NotProcessed: { ...sendingReasons.NotProcessed, ...controlFailed },
  InsufficientAllowance: {
    says: 'the payer allows the contract less than one amount',
    more: 'It was too little from the start, lowered, or used up by the charges that were made.',
    tells: (facts) => tellLack(facts, 'allowance'),
    condition: 'The payer allows the contract at least one amount.',
    values: (facts) => fundsOf(facts, 'allowance'),
    change: 'The payer approves more; the charge is then made at once.',
    tellsChange: (facts) =>
      `The payer approves at least ${lackOf(facts, 'allowance')} more; ${whenMade(facts)}.`,
    helper: 'payer',
    side: 'payer',
  },
  InsufficientBalance: {
    says: 'the payer has less than one amount of the token',
    more: 'A draft that is approved begins by itself once the money is there.',
    tells: (facts) => tellLack(facts, 'balance'),
    condition: 'The wallet of the payer holds at least one amount.',
    values: (facts) => fundsOf(facts, 'balance'),
    change: 'The payer adds what is missing; the charge is then made at once.',
    tellsChange: (facts) =>
      `The payer adds at least ${lackOf(facts, 'balance')} to the wallet; ${whenMade(facts)}.`,
    helper: 'payer',
    side: 'payer',
  },
  AllowanceRevoked: {
    says: 'nothing is allowed any more',
    more: 'No charge of yours used it up: the payer took it back, or a reorganisation of the chain took the approval. Which of the two, a contract does not say.',
    tells: (facts) => tellLack(facts, 'allowance'),
    condition: 'The allowance that was there is still there.',
    values: (facts) => fundsOf(facts, 'allowance'),
    change:
      'After a reorganisation of the chain it usually comes back by itself within minutes. Else ask the payer whether that was meant as leaving; if not, the payer approves anew.',
    helper: 'payer',
    side: 'payer',
  },
  TokenPaused: {
    says: 'the issuer of the token has paused all transfers',
    more: askedAgain,
    condition: 'The token can be moved.',
    values: (facts) => [{ name: 'token', value: facts.terms.asset }, ...dueOf(facts)],
    change: 'The issuer has to end the pause of the token; the charge is tried again by itself.',
    helper: 'issuer',
    side: 'network',
  },
  PayerBlocked: {
    says: 'the issuer of the token blocks the payer',
    more: askedAgain,
    condition: 'The issuer of the token does not block the payer.',
    values: blocked(({ subscription }) => fact('payer', subscription?.payer)),
    change: 'The issuer has to unblock the address, or the payer subscribes with another one.',
    helper: 'issuer',
    side: 'payer',
  },
  ReceiverBlocked: {
    says: 'the issuer of the token blocks your receiver',
    more: askedAgain,
    condition: 'The issuer of the token does not block your receiver.',
    values: blocked(({ subscription }) => fact('receiver', subscription?.receiver)),
    change:
      'Talk to the issuer; a receiver is named for good in a contract, so new subscriptions need another one.',
    helper: 'merchant',
    side: 'merchant',
  },
  ContractBlocked: {
    says: 'the issuer of the token blocks the contract of the subscription',
    more: `The issuer of USDC can block contracts. ${askedAgain}`,
    condition: 'The issuer of the token does not block the contract.',
    values: blocked(contractOf),
    change: 'Talk to the issuer, or have the payer begin a new subscription.',
    helper: 'issuer',
    side: 'network',
  },
  FailedOnChain: {
    says: 'a transaction for this period was mined in vain, because funds or allowance were gone by then',
    condition: 'The funds are still there when the transaction is mined.',
    values: (facts) => fundsOf(facts, 'balance'),
    change: 'It is tried again a minute later, then after an hour, after 6, then every 24.',
    helper: 'payer',
    side: 'payer',
  },
  AssetInactive: {
    says: 'you switched the asset off',
    condition: 'The asset is switched on.',
    values: (facts) => [{ name: 'asset', value: facts.terms.asset }, ...dueOf(facts)],
    change: 'Switch the asset on again in Money › Assets; the charge is then made at once.',
    helper: 'merchant',
    side: 'merchant',
  },
  EventsUnread: {
    says: 'the contract was charged, paused or cancelled on the chain, and that was not read yet',
    condition: 'Everything that the contract did has been read.',
    values: contractOf,
    change: 'It is looked for every minute.',
    helper: 'nobody',
    side: 'network',
  },
  NotDueOnChain: {
    says: 'the clock of the chain is far behind, so that the charge is not due there',
    condition: 'The charge is due by the clock of the chain.',
    values: (facts) => [{ name: 'chain', value: facts.blockchain }, ...dueOf(facts)],
    change: 'It goes on once the chain has a block from after the due time.',
    helper: 'nobody',
    side: 'network',
  },
  ChargeReorged: {
    says: 'a reorganisation of the chain took the charge back',
    condition: 'The block of the charge stays in the chain.',
    values: (facts) => [
      amountOf(facts),
      ...dueOf(facts),
      { name: 'chain', value: facts.blockchain },
    ],
    change: 'It is made again by itself where it still may be.',
    helper: 'nobody',
    side: 'network',
  },
  ChainContradiction: {
    says: 'the chain told of a charge that cannot be',
    condition: 'A charge that the chain tells of is the next one of its contract.',
    values: (facts) => [
      ...contractOf(facts),
      ...fact('charges made', facts.subscription?.chargesMade),
    ],
    change: 'The operator has to find out whether a node lies or the contract is not ours.',
    helper: 'operator',
    side: 'network',
  },
}

/** Returns the side of a reason; what an earlier version stored is nobody's. */
export const findReasonSide = (reason: string | null): Side | null =>
  chargeReasons[reason as ChargeReason]?.side ?? null
