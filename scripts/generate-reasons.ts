/**
 * Writes the tables of all reasons to `docs/reasons.md`, each under its heading, from the words that explain them.
 *
 *     node scripts/run.mjs scripts/generate-reasons.ts [--check]
 *
 * With `--check` it writes nothing and fails if the committed page differs.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as names from '../machines/reasons.ts'
import { accessReasons } from '../src/core/reasons/access-reasons.ts'
import { chargeReasons } from '../src/core/reasons/charge-reasons.ts'
import { deliveryReasons } from '../src/core/reasons/delivery-reasons.ts'
import { paymentReasons } from '../src/core/reasons/payment-reasons.ts'
import { permitReasons } from '../src/core/reasons/permit-reasons.ts'
import type { Helper, ReasonWords } from '../src/core/reasons/reason-words.ts'
import { settlementReasons } from '../src/core/reasons/settlement-reasons.ts'
import { asSentence } from '../src/core/explaining/trouble.ts'
import { keepInStep } from './keep-in-step.ts'

type Words = Omit<ReasonWords<never>, 'values'>

const helpers: Record<Helper, string> = {
  payer: 'the payer',
  merchant: 'you',
  operator: 'the operator',
  issuer: 'the issuer of the token',
  nobody: 'nobody',
}

/** Names in one row at the end those that a charge has in the same words. */
function tableOf<Reason extends string>(
  reasons: readonly Reason[],
  words: Record<Reason, Words>,
): string {
  const isOfCharges = (reason: Reason) => words !== ofCharges && words[reason] === ofCharges[reason]
  const rows = reasons
    .filter((reason) => !isOfCharges(reason))
    .map((reason) => {
      const { says, more, helper, change } = words[reason]
      const meaning = [asSentence(says), more].filter(Boolean).join(' ')
      return `| \`${reason}\` | ${meaning} | ${helpers[helper]} | ${change} |\n`
    })
  const shared = reasons.filter(isOfCharges)
  if (shared.length > 0) rows.push(`| \`${shared.join('`, `')}\` | As of a charge, above. | | |\n`)
  return `| reason | meaning | who can mend it | what helps |\n| --- | --- | --- | --- |\n${rows.join('')}`
}

const ofCharges: Record<string, Words> = chargeReasons
const tables: Record<string, string> = {
  '## Why a charge has not succeeded, or a subscription is not `Active`': tableOf(
    names.chargeReasons,
    ofCharges,
  ),
  '## Of access': tableOf(names.accessReasons, accessReasons),
  '## Of a delivery': tableOf(names.deliveryReasons, deliveryReasons),
  '## Of a payment': tableOf(names.paymentReasons, paymentReasons),
  '### As `settlementReason`': tableOf(names.settlementReasons, settlementReasons),
  '## Of a permit': tableOf(names.permitReasons, permitReasons),
}

const page = 'docs/reasons.md'
const sections = readFileSync(join(import.meta.dirname, '..', page), 'utf8').split(/^(?=##)/m)
const written = sections.map((section) => {
  const table = tables[section.slice(0, section.indexOf('\n'))]
  return table ? section.replace(/(?:^\|.*\n)+/m, () => table) : section
})
if (!Object.values(tables).every((table) => written.join('').includes(table)))
  throw new Error(`${page} has lost a heading, or the table below it`)
keepInStep({ [page]: written.join('') })
