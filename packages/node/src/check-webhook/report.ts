/** The report for people: a line for each check, and below what is broken what to do. */
import type { Result } from './check-webhook.ts'
import { linkOfRule } from './rules.ts'

const marks = { Ok: 'ok      ', Broken: 'BROKEN  ', NotSeen: 'not seen' }
const nameWidth = 17
const indent = ' '.repeat(10)

/** Writes the lines of one result. */
export function writeResult({ check, rule, says, outcome, why, toDo, question }: Result): string[] {
  return [
    `${marks[outcome]}  ${check.padEnd(nameWidth)} ${says}: ${why}`,
    ...(toDo === undefined ? [] : [`${indent}${toDo} ${linkOfRule(rule)}`]),
    ...(question === undefined ? [] : [`${indent}${question} ${linkOfRule(rule)}`]),
  ]
}

/** Writes how it ended, with the rules that are broken. */
export function writeSum(results: Result[]): string {
  const count = (outcome: Result['outcome']) =>
    results.filter((result) => result.outcome === outcome).length
  const brokenRules = new Set(
    results.filter(({ outcome }) => outcome === 'Broken').map(({ rule }) => rule),
  )
  const sum = `${count('Ok')} ok, ${count('Broken')} broken, ${count('NotSeen')} not seen.`
  return brokenRules.size === 0
    ? `${sum} This endpoint keeps every rule that its answers can show.`
    : `${sum} Broken: ${[...brokenRules].join(', ')}.`
}
