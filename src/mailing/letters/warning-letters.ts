/** Letters about what will fail, or fails already. */
import type { MailFacts } from '../../store/mails/mail-kinds.ts'
import { daysAheadMax } from '../../store/views/gas-days.ts'
import { toFailDays } from '../../store/views/to-fail.ts'
import { type Letter, quote } from './letter.ts'
import type { MailPlaces } from './places.ts'
import { countOf, onNetwork, sayMoment, sayNetwork } from './words.ts'

export function writeAtRisk(facts: MailFacts['atRisk'], places: MailPlaces): Letter {
  const { merchantName, network, total, hasMore = false, subscriptions } = facts
  const rest = total - subscriptions.length
  const lines = subscriptions.map(sayRisk)
  const count = `${hasMore ? 'More than ' : ''}${countOf(total, 'subscription')}`
  return {
    subject: onNetwork(network, `${count} will fail unless somebody acts`),
    parts: [
      {
        text: `A charge of the next days of ${count.toLowerCase()} of ${quote(merchantName)} on ${sayNetwork(network)} will fail as things stand, or has failed already.`,
      },
      {
        title: 'The most urgent first',
        lines: rest > 0 ? [...lines, `and ${hasMore ? 'more than ' : ''}${rest} more`] : lines,
      },
      {
        link: places.screen(network, 'at-risk'),
        label: 'See who allows too little, or is overdue',
      },
      {
        link: `${places.screen(network, 'forecast/charges')}?class=atRisk&days=${toFailDays}`,
        label: 'See the charges of the next days that are at risk, and what the wallets hold',
      },
      {
        text: 'You get this list on days on which something in it is new: of each charge, each reason is told once.',
      },
    ],
  }
}

/** Says of a charge when it is due, why it will fail, and by what that is known. */
function sayRisk(risk: MailFacts['atRisk']['subscriptions'][number]): string {
  const { id, customerId, amount, nextChargeAt, why, wallet, allowed } = risk
  const due = nextChargeAt === null ? 'overdue' : sayMoment(nextChargeAt)
  const reason = `${quote(customerId)}: ${amount}, ${due}, ${quote(why)}`
  if (wallet)
    return `${reason}: ${wallet.address} held ${wallet.held} for all of its charges on ${sayMoment(wallet.seenAt)} (${id})`
  if (allowed !== undefined) return `${reason}: the payer allows ${allowed} (${id})`
  return `${reason} (${id})`
}

export function writeLowGas(facts: MailFacts['lowGas'], places: MailPlaces): Letter {
  const { network, blockchain, level, daysLeft, chargesLeft } = facts
  const isEmpty = level === 'Empty'
  const ahead =
    daysLeft === null
      ? ` No charge falls due within ${daysAheadMax} days; moving payments on and all that you ask of contracts need it now.`
      : ''
  const lasts = daysLeft === null ? countOf(chargesLeft, 'charge') : countOf(daysLeft, 'day')
  return {
    subject: onNetwork(
      network,
      isEmpty
        ? `The gas wallet on ${quote(blockchain)} is empty`
        : `The gas wallet on ${quote(blockchain)} lasts ${lasts}`,
    ),
    parts: [
      {
        text: isEmpty
          ? `The gas wallet of ${quote(facts.merchantName)} cannot pay for one more charge: charges wait until it is filled.${ahead}`
          : `The gas wallet of ${quote(facts.merchantName)} lasts ${lasts} by the schedule of your subscriptions.`,
      },
      {
        facts: [
          ['Chain', `${quote(blockchain)}, on ${sayNetwork(network)}`],
          ['Send its coin to', facts.address],
          ['Balance', facts.balance],
          ['Charges left', String(chargesLeft)],
        ],
      },
      { link: places.screen(network, 'money'), label: 'See gas wallets' },
    ],
  }
}

export function writeFailingEndpoint(
  facts: MailFacts['failingEndpoint'],
  places: MailPlaces,
): Letter {
  const { network } = facts
  return {
    subject: onNetwork(network, 'Your webhook endpoint does not answer'),
    parts: [
      {
        text: `Events of ${quote(facts.merchantName)} on ${sayNetwork(network)} do not arrive. Nothing is lost: they wait, and go out in order with the first answer of 2xx.`,
      },
      {
        facts: [
          ['Endpoint', quote(facts.url)],
          ['API key', quote(facts.apiKey)],
          ['Since', sayMoment(facts.since)],
          ['Last failure', quote(facts.error)],
          ['Events that wait', String(facts.waiting)],
        ],
      },
      { link: places.screen(network, 'integration'), label: 'See the endpoint' },
    ],
  }
}
