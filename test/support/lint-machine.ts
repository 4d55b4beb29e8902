/**
 * The traps of durable machines, each as one small rule.
 *
 * TypeScript catches a misspelt event, and XState a misspelt target. What both let through, and
 * what would lose a timer, hide an effect or leave a button without a name, is caught here.
 */
import type { AnyStateMachine } from 'xstate'
import { formRules } from './lint-rules/form.ts'
import { nameRules } from './lint-rules/names.ts'
import { timerRules } from './lint-rules/timers.ts'
import { wordRules } from './lint-rules/words.ts'
import type { Rule } from './lint-rules/rule.ts'

const rules: Rule[] = [...formRules, ...nameRules, ...timerRules, ...wordRules]

/** Returns one sentence for each fault; an empty list means that the machine keeps every rule. */
export function lintMachine(machine: AnyStateMachine): string[] {
  return rules.flatMap((rule) => rule(machine))
}
