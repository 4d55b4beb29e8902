/** Pieces of the machines' pages that several of them use, each already escaped. */
import { escapeHtml } from '../../shared/html/escape-html.ts'
import { guardNames } from '../../core/lifecycles/conditions.ts'
import { isAfterOthers } from '../../core/lifecycles/reactions.ts'
import type { ReadMachine } from '../../core/lifecycles/read-machines.ts'
import {
  bothParties,
  type Lifecycle,
  type State,
  type Way,
  withInner,
} from '../../core/lifecycles/model.ts'

export const machineAddress = (id: string): string => `/machines/${id}`

/**
 * Gives each place of a machine's page a name that no other machine has, for a page of all of them. Titles have one
 * already, and the heads of arrows are the same in every picture.
 */
export const placesWithin = (id: string, html: string): string =>
  html.replaceAll(/ (id="|href="#)(?!head-|machine-)/g, ` $1${id}.`)

/** The place of a state on its machine's page. */
export const stateLink = (path: string): string =>
  `<a class="state-link" href="#${escapeHtml(path)}">${escapeHtml(path)}</a>`

export function writeTable(caption: string, headings: string[], rows: string[][]): string {
  if (rows.length === 0) return ''
  const [first = '', ...others] = headings
  const head = [first, ...others].map((text) => `<th scope="col">${text}</th>`).join('')
  const body = rows.map(
    ([name = '', ...cells]) =>
      `<tr><th scope="row">${name}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  )
  return `<div class="wide" tabindex="0" role="group" aria-label="${escapeHtml(caption)}"><table><caption>${escapeHtml(caption)}</caption><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}

/** `merchant`, `payer` or `operator`; a command of both is `merchant or payer`. */
export const personOf = (role: string): string =>
  role === bothParties ? 'merchant or payer' : role

/** Writes the target of a way: a state, which is linked, or nothing. */
export function writeTarget(lifecycle: Lifecycle, { to, isHarmless }: Way): string {
  if (isHarmless) return '<span class="aside">nothing changes</span>'
  if (to === null) return 'stays'
  const state = withInner(lifecycle.states).find(({ path }) => path === to)
  return `→ ${stateLink(state?.initial ?? to)}`
}

/** Under which condition a way is taken, where others are asked before it. */
export function writeCondition(read: ReadMachine, way: Way): string {
  const isLater = isAfterOthers(way, read.lifecycle.ways)
  if (!way.guard) return isLater ? ' <span class="condition">otherwise</span>' : ''
  if (!isLater && isPermission(way)) return writePermission(read, way)
  return linkCondition(read, [way.guard], `${isLater ? 'else if' : 'if'} ${way.guardWords}`)
}

/** "Pause if may pause": the words of such a condition repeat the button, so that only its sentence says something. */
export const isPermission = ({ role, guard }: Way): boolean =>
  role !== null && /^may[A-Z]\w*$/.test(guard)

function writePermission({ conditions }: ReadMachine, { guard, guardWords }: Way): string {
  const sentence = conditions.find(({ name }) => name === guard)?.sentence ?? guardWords
  return ` <a class="condition" href="#condition-${guard}" title="${escapeHtml(`${guard}: ${sentence}`)}">only if: ${escapeHtml(sentence)}</a>`
}

/** Leads to what the condition means, and says it where it is pointed at. */
export function linkCondition(
  { conditions }: ReadMachine,
  guards: string[],
  words: string,
): string {
  const names = [...new Set(guards.flatMap(guardNames))]
  const asked = conditions.filter(({ name }) => names.includes(name))
  const meaning = asked.map(({ name, sentence }) => `${name}: ${sentence}`).join('\n')
  return ` <a class="condition" href="#condition-${names[0]}" title="${escapeHtml(meaning)}">${escapeHtml(words)}</a>`
}

export const writeCode = (text: string): string => `<code>${escapeHtml(text)}</code>`

/** The states in which an entity can stay, those of a decision left out. */
export const stayingStates = ({ states }: Lifecycle): State[] =>
  withInner(states).filter(({ children, isDecision }) => children.length === 0 && !isDecision)
