/** An answer in a few figures, the same for every policy, so that two can be held beside each other. */
import { dayMs } from '../../../machines/durations.ts'
import type { SimulationAnswer } from '../../../src/core/simulating/simulate.ts'

export function summaryOf(
  answer: SimulationAnswer,
  beganMs: number,
  endMs: number,
): [string, string][] {
  const { turns, charges, webhooks, money } = answer
  const subscription = answer.subscription as { status: string; phase: string | null }
  const { status, phase } = subscription
  const failed = turns.filter(
    ({ kind, event }) => kind === 'charge' && event.type === 'charge.attemptFailed',
  ).length
  return [
    ['at the end', phase ? `${status}, ${phase}` : status],
    ['charged', `${money.charged} USDC`],
    ['charges opened', String(charges.length)],
    ['attempts that failed', String(failed)],
    ['days with access', daysWithAccess(answer, beganMs, endMs)],
    ['the payer has', `${money.payerHas} USDC`],
    ['and allows', `${money.payerAllows} USDC`],
    ['transactions', String(money.transactions)],
    ['webhooks', String(webhooks.length)],
  ]
}

function daysWithAccess({ turns }: SimulationAnswer, beganMs: number, endMs: number): string {
  const spans = spansOf(turns, 'customer', beganMs, endMs)
  const sumMs = spans.reduce(
    (sum, { state, fromMs, toMs }) => (state === 'WithAccess' ? sum + toMs - fromMs : sum),
    0,
  )
  return `${Math.round((sumMs / dayMs) * 10) / 10} of ${Math.round((endMs - beganMs) / dayMs)}`
}

export type Span = { state: string; fromMs: number; toMs: number }

/** Returns how long an actor of this kind was in which state; the first one of the kind counts. */
export function spansOf(
  turns: SimulationAnswer['turns'],
  kind: string,
  beganMs: number,
  endMs: number,
): Span[] {
  const own = turns.filter((turn) => turn.kind === kind)
  const spans: Span[] = []
  for (const { at, to } of own) {
    const atMs = Math.max(beganMs, Date.parse(at))
    const last = spans.at(-1)
    if (last?.state === to) continue
    if (last) last.toMs = atMs
    spans.push({ state: to, fromMs: atMs, toMs: endMs })
  }
  return spans.filter(({ fromMs, toMs }) => toMs > fromMs)
}
