/** Letters about an account, and about where the money goes. */
import type { MailFacts } from '../../store/mails/mail-kinds.ts'
import { type Letter, quote } from './letter.ts'
import type { MailPlaces } from './places.ts'
import { onNetwork, sayMoment, sayNetwork } from './words.ts'

export function writeAccountLink(facts: MailFacts['accountLink'], places: MailPlaces): Letter {
  const whose = facts.merchantName === null ? places.host : quote(facts.merchantName)
  const until = `The link works once, until ${sayMoment(facts.expiresAt)}.`
  const link = { link: places.accountLink(facts.token), label: 'Set your password' }
  if (facts.purpose === 'reset')
    return {
      subject: `Set another password for ${places.host}`,
      parts: [
        { text: `${quote(facts.by)} lets you set another password for ${places.host}.` },
        link,
        { text: `${until} Until you use it, your present password stays.` },
        { text: 'If you did not ask for this, tell whoever runs the service, and do not use it.' },
      ],
    }
  return {
    subject: `Your account at ${whose}`,
    parts: [
      {
        text: `${quote(facts.by)} invites you to the dashboard of ${whose} at ${places.host}. Set a password, and the account is yours.`,
      },
      link,
      { text: `${until} If you expected no invitation, ignore this mail: nothing happens.` },
    ],
  }
}

export function writeReceiverChanged(
  facts: MailFacts['receiverChanged'],
  places: MailPlaces,
): Letter {
  const { merchantName, network } = facts
  const name = quote(merchantName)
  return {
    subject: onNetwork(network, subjectOfReceiver(facts)),
    parts: [
      { text: sayReceiver(facts, name) },
      {
        facts: listReceiverFacts(facts),
      },
      {
        text: 'Payments and subscriptions that exist keep the receiver they were made with.',
      },
      { link: places.screen(network, 'money'), label: 'See receivers' },
      {
        text: `If this was none of your people: ${facts.address === null ? 'see that the right one counts' : 'take the change back'}, log everybody out, and change your passwords now.`,
      },
    ],
  }
}

function listReceiverFacts({
  blockchain,
  previous,
  address,
  calledOff = 'not known',
  by,
  from,
  at,
  effectiveAt,
}: MailFacts['receiverChanged']): [string, string][] {
  const who = `${quote(by)}${from ? `, from ${quote(from)}` : ''}`
  if (address === null)
    return [
      ['Chain', quote(blockchain)],
      ['Stays', previous ?? 'none'],
      ['Taken back', calledOff],
      ['Taken back by', who],
      ['At', sayMoment(at)],
    ]
  return [
    ['Chain', quote(blockchain)],
    ['Before', previous ?? 'none'],
    ['New', address],
    ['Changed by', who],
    ['At', sayMoment(at)],
    ['Counts from', effectiveAt === null ? 'now on' : sayMoment(effectiveAt)],
  ]
}

function subjectOfReceiver({ address, effectiveAt }: MailFacts['receiverChanged']): string {
  if (address === null) return 'A change of where your money goes was taken back'
  return effectiveAt === null
    ? 'Your money goes to another address'
    : 'Your money is to go to another address'
}

function sayReceiver(
  { network, address, effectiveAt }: MailFacts['receiverChanged'],
  name: string,
) {
  const whose = `of ${name} on ${sayNetwork(network)}`
  if (address === null) return `A change of the receiver ${whose} was taken back.`
  if (effectiveAt === null) return `The receiver ${whose} was changed.`
  return `The receiver ${whose} will be changed at ${sayMoment(effectiveAt)}, unless somebody takes that back.`
}
