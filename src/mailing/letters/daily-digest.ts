/** The letter of every morning: what yesterday brought, and what the next day will bring. */
import type { MailFacts } from '../../store/mails/mail-kinds.ts'
import { type Letter, quote } from './letter.ts'
import type { Places } from './places.ts'
import { countOf, onNetwork, sayNetwork, saySum } from './words.ts'

export function writeDailyDigest(facts: MailFacts['dailyDigest'], places: Places): Letter {
  const { network, day, charged, failed, next } = facts
  return {
    subject: onNetwork(
      network,
      `${quote(facts.merchantName)}, ${day}: ${charged.count} charged, ${failed.count} failed`,
    ),
    parts: [
      { text: `${day} (UTC) at ${quote(facts.merchantName)} on ${sayNetwork(network)}.` },
      {
        facts: [
          ['Charged', saySum(charged)],
          ['Failed', saySum(failed)],
        ],
      },
      { text: 'What falls due in the next 24 hours, as the forecast has it:' },
      {
        facts: [
          ['Covered', saySum(next.covered)],
          ['At risk', saySum(next.atRisk)],
          ['Not known', saySum(next.unknown)],
        ],
      },
      ...listOf(
        'Why charges failed',
        facts.reasons.map(({ reason, count }) => `${quote(reason)}: ${count}`),
      ),
      ...listOf(
        'Payments that wait for your decision',
        facts.exceptions.map(
          ({ exception, count }) => `${exception}: ${countOf(count, 'payment')}`,
        ),
      ),
      { link: places.screen(network, 'forecast'), label: 'Open the forecast' },
      { link: places.screen(network, ''), label: 'Open the dashboard' },
    ],
  }
}

const listOf = (title: string, lines: string[]) => (lines.length > 0 ? [{ title, lines }] : [])
