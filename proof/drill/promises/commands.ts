/** P1, P2, P18 and how the API answered: the journal of the merchant's server, held against what there is in the end. */
import { type Evidence, idOf } from '../evidence.ts'
import type { Json } from '../shop.ts'
import { judge, repeatedOf, type Verdict } from './verdict.ts'

export function judgeCommands(evidence: Evidence): Verdict[] {
  const { shop, repeated, strangers } = evidence
  const lost = findLost(evidence)
  const doubled = findDoubled(evidence)
  return [
    judge(
      'P1',
      'no acknowledged command is lost',
      `${shop.acknowledged.length} acknowledged, ${lost.length} lost`,
      [...lost, ...shop.givenUp.map((command) => `${command} was never answered`)],
    ),
    judge(
      'P2',
      'a repeated request does not repeat its effect',
      `${shop.copies} sent at once with another, ${repeated.asked} again in the end: ${doubled.length} doubled, ${repeated.different.length} answered otherwise`,
      [...doubled, ...repeated.different],
    ),
    judge(
      'P18',
      'no merchant sees another’s data',
      `${strangers.asked} asked for with another’s key, ${strangers.shown.length} shown`,
      strangers.shown,
    ),
    judgeAnswers(evidence),
  ]
}

const isPayment = (path: string) => path === '/integration/payments'
const isSubscription = (path: string) => path === '/integration/subscriptions'

function findLost({ shop, payments, subscriptions, truth, load }: Evidence): string[] {
  const known = new Set([...payments, ...subscriptions].map(idOf))
  const created = shop.acknowledged.filter(({ path }) => isPayment(path) || isSubscription(path))
  const unknown = created
    .filter(({ answer }) => !known.has(idOf(answer)))
    .map(({ key, answer }) => `${key} was answered 2xx as ${idOf(answer)}, and is not there`)
  const statusOf = new Map([...payments, ...subscriptions].map((one) => [idOf(one), one['status']]))
  const unpaid = load.payments
    .filter(({ id }) => statusOf.get(id) !== 'Succeeded')
    .map(({ id }) => `payment ${id} is paid on the chain, and ${String(statusOf.get(id))}`)
  const charged = new Set(truth.charges.map(({ contract }) => contract))
  const uncancelled = load.subscribed
    .filter(({ contract, cancelledAt }) => cancelledAt !== null && charged.has(contract))
    .filter(({ contract }) => !truth.cancelled.has(contract))
    .map(({ contract }) => `${contract} was told to cancel, and lives on the chain`)
  return [...unknown, ...unpaid, ...uncancelled]
}

function findDoubled({ payments, subscriptions }: Evidence): string[] {
  const keyOf = (payment: Json) => String((payment['metadata'] as Json | null)?.['key'])
  return [
    ...repeatedOf(payments, keyOf),
    ...repeatedOf(subscriptions, ({ metadata }) => String(metadata)),
  ].map((key) => `there are several of ${key}`)
}

function judgeAnswers(evidence: Evidence): Verdict {
  const { shop, stranger } = evidence
  const answers = [...shop.answers, ...stranger.answers]
  const faults = answers.filter(({ status }) => status >= 500 && status !== 503)
  const away = answers.filter(({ status }) => status === 503)
  const silent = answers.filter(({ status }) => status === 0).length
  const speechless = away.filter(({ hasRetryAfter }) => !hasRetryAfter)
  const { gapSeconds, endsAt } = longestGap(evidence)
  return judge(
    'HTTP',
    '503 with Retry-After while a part is away, never 500',
    `${answers.length} answers: ${faults.length} of 500, ${away.length} of 503 (${speechless.length} without Retry-After), ${silent} broken off, ${shop.refused.length} refused; ${gapSeconds.toFixed(1)} s the longest without a 2xx (ended at ${endsAt.toFixed(0)} s)`,
    [
      ...faults.map(({ status, method, path }) => `${method} ${path} was answered ${status}`),
      ...speechless.map(({ method, path }) => `${method} ${path}: 503 without Retry-After`),
      ...[...shop.refused, ...stranger.refused].map(
        ({ path, status, code, key }) => `${path} (${key}) was refused: ${status} ${code}`,
      ),
    ],
  )
}

/**
 * The longest time in which the API was asked and gave no 2xx: from the beginning of what failed first, or the 2xx
 * before it, to the next 2xx. While nobody asks, as when the load pauses for the clock, nothing counts.
 */
function longestGap({ shop, from, to }: Evidence): { gapSeconds: number; endsAt: number } {
  let [gapMs, endsAt, lastDone] = [0, from, from]
  let failingSince: number | null = null
  for (const { at, ms, status } of shop.answers.toSorted((a, b) => a.at - b.at)) {
    if (at < from || at > to) continue
    if (status >= 200 && status < 300) {
      if (failingSince !== null && at - failingSince > gapMs)
        [gapMs, endsAt] = [at - failingSince, at]
      failingSince = null
      lastDone = at
    } else failingSince ??= Math.max(at - ms, lastDone)
  }
  return { gapSeconds: gapMs / 1_000, endsAt: (endsAt - from) / 1_000 }
}
