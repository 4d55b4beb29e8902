/**
 * Whether what a name of a chart stands for has changed, although its name has not: a wait that became longer,
 * a guard that asks something else.
 *
 * Compared is the text of the function together with all declarations that it leads to.
 */
import type { LoadedMachine } from './load.ts'

export type Sort = 'delays' | 'guards' | 'actions'
/** A declaration, or a function of the chart, whose text is another one. */
type Change = { name: string; before: string; after: string }
/** A name of the chart, and what is different behind it. */
export type ChangedRule = { sort: Sort; name: string; changes: Change[] }

const comments = /\/\*[\s\S]*?\*\/|(?<=\s)\/\/.*$/gm
const plain = (text: string): string => text.replaceAll(comments, '').replaceAll(/\s+/g, ' ').trim()

/** Lists the names that both have, and behind which something is different. */
export function changedRules(before: LoadedMachine, after: LoadedMachine): ChangedRule[] {
  return (['delays', 'guards', 'actions'] as const).flatMap((sort) => {
    const names = Object.keys(after.machine.implementations[sort]).filter(
      (name) => name in before.machine.implementations[sort],
    )
    return names
      .map((name) => ({ sort, name, changes: changesBehind(before, after, sort, name) }))
      .filter(({ changes }) => changes.length > 0)
  })
}

/** The fields of the context that a wait is computed from. */
export function fieldsReadBy({ machine }: LoadedMachine, delay: string): string[] {
  const text = textOf(machine.implementations.delays[delay])
  const fields = [...text.matchAll(/context\??\.(\w+)/g)].map(([, field]) => field!)
  // The moment of the message is nothing that an action records.
  return fields.filter((field) => field !== 'now')
}

/** Whether an action, with all that it leads to, sets the field. */
export const sets = (loaded: LoadedMachine, action: string, field: string): boolean =>
  [...behind(loaded, 'actions', action).values()].some((text) =>
    new RegExp(`\\b${field}\\b\\s*[:,}]`).test(text),
  )

/** Types and schemas begin with a capital letter: they say what is remembered, not what is done. */
const valueName = /\b[a-z]\w*\b/g
/** Leads to everything. */
const chart = /\b(?:setup\(\{|\.createMachine\()/

function changesBehind(
  before: LoadedMachine,
  after: LoadedMachine,
  sort: Sort,
  name: string,
): Change[] {
  const [old, young] = [behind(before, sort, name), behind(after, sort, name)]
  return [...new Set([...old.keys(), ...young.keys()])]
    .map((part) => ({ name: part, before: old.get(part) ?? '', after: young.get(part) ?? '' }))
    .filter((change) => plain(change.before) !== plain(change.after))
}

/** The text of a function of the chart and of every declaration that it leads to, by name. */
function behind({ machine, declarations }: LoadedMachine, sort: Sort, name: string) {
  const texts = new Map([[name, textOf(machine.implementations[sort][name])]])
  for (const text of texts.values())
    for (const [word] of text.matchAll(valueName)) {
      const declared = declarations.get(word)
      if (declared !== undefined && !chart.test(declared) && !texts.has(word))
        texts.set(word, declared)
    }
  return texts
}

/** A delay may be a number, a change of the context an object with functions. */
function textOf(implementation: unknown): string {
  if (typeof implementation === 'number') return String(implementation)
  if (typeof implementation !== 'function') return ''
  const { assignment } = implementation as { assignment?: unknown }
  if (assignment === undefined) return implementation.toString()
  if (typeof assignment === 'function') return assignment.toString()
  return Object.entries(assignment as Record<string, unknown>)
    .map(
      ([field, value]) =>
        `${field}: ${typeof value === 'function' ? value.toString() : JSON.stringify(value)}`,
    )
    .join('\n')
}

/** A part that changed, and the names of the chart that lead to it. */
export type ChangedPart = Change & { usedBy: string[] }

export function changedParts(rules: ChangedRule[]): ChangedPart[] {
  const parts = new Map<string, ChangedPart>()
  for (const { name, changes } of rules)
    for (const change of changes) {
      const part = parts.get(change.name) ?? { ...change, usedBy: [] }
      part.usedBy.push(name)
      parts.set(change.name, part)
    }
  return [...parts.values()]
}
