/** Writes what one state means, and everything that can happen in it. */
import { waysAt } from '../../core/lifecycles/reactions.ts'
import { waitSentence } from '../../core/lifecycles/conditions.ts'
import { waitLength } from '../../core/lifecycles/waits.ts'
import { type State, type Way, withInner } from '../../core/lifecycles/model.ts'
import type { ReadMachine } from '../../core/lifecycles/read-machines.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'
import { findStories, type ExampleTurn } from '../../core/lifecycles/stories/find-stories.ts'
import { momentWords } from '../../core/lifecycles/stories/moment-words.ts'
import { personOf, stateLink, writeCode, writeCondition, writeTarget } from './html-parts.ts'

/** A section for every state of the machine, in the order of the chart. */
export const writeStates = (read: ReadMachine): string =>
  withInner(read.lifecycle.states)
    .map((state) => writeState(read, state))
    .join('\n')

function writeState(read: ReadMachine, state: State): string {
  const { path, description, onEntry, children } = state
  const entry = [...onEntry.records, ...onEntry.asks].map(writeCode).join(', ')
  const inner = children.map((child) => stateLink(child.path)).join(', ')
  const parts = [
    inner && `<p><strong>Phases:</strong> ${inner} · <a href="#phases-${path}">picture</a></p>`,
    entry && `<p><strong>On entering it</strong> ${entry}</p>`,
    ...(children.length > 0 ? [] : whatHappens(read, state)),
    waysInto(read, state),
    writeStory(findStories(read.kind).get(path) ?? []),
  ]
  return `<section class="state" id="${escapeHtml(path)}" data-search="${escapeHtml(path)}">
<h3><a href="#${escapeHtml(path)}">${escapeHtml(path)}</a>${badges(read, state)}</h3>
<p>${escapeHtml(description)}</p>
${parts.filter(Boolean).join('\n')}
</section>`
}

function badges(
  { lifecycle }: ReadMachine,
  { path, isClosed, isFinal, isDecision }: State,
): string {
  const words = [
    path === lifecycle.initial && 'begins here',
    isDecision && 'decides at once',
    isFinal ? 'the end' : isClosed && 'has ended, late news may arrive',
  ].filter((word) => word !== false)
  return words.map((word) => ` <span class="badge">${word}</span>`).join('')
}

/** Tells how an example comes to this state, turn by turn; empty where nobody can stay. */
function writeStory(turns: ExampleTurn[]): string {
  if (turns.length === 0) return ''
  const lines = turns.map(({ at, sentence, state }, index) => {
    const isNew = state !== turns[index - 1]?.state
    const led = isNew ? ` <span class="aside">→ ${stateLink(state)}</span>` : ''
    const time = `<time datetime="${new Date(at).toISOString()}">${momentWords(at)}</time>`
    return `<li>${time} ${escapeHtml(sentence)}${led}</li>`
  })
  return `<details class="story"><summary>How it comes here, told by an example</summary><ol>${lines.join('')}</ol></details>`
}

const titles: [Way['kind'], string][] = [
  ['command', 'Who may do what'],
  ['timer', 'What time does'],
  ['event', 'What is reported to it'],
  ['automatic', 'What follows at once'],
]

function whatHappens(read: ReadMachine, state: State): string[] {
  const { lifecycle } = read
  const types = [...new Set(lifecycle.ways.map(({ eventType }) => eventType))]
  const groups = types.map((type) => waysAt(lifecycle, state, type)).filter(({ length }) => length)
  return titles.map(([kind, title]) => {
    const own = groups.filter(([way]) => way!.kind === kind)
    const quiet = own.filter((ways) => ways.every(({ isHarmless }) => isHarmless))
    const lines = own
      .filter((ways) => !quiet.includes(ways))
      .map((ways) => writeReaction(read, ways))
    if (quiet.length > 0) lines.push(writeQuiet(quiet.map(([way]) => way!)))
    return lines.length > 0 ? `<h4>${title}</h4><ul>${lines.join('')}</ul>` : ''
  })
}

const writeQuiet = (ways: Way[]): string =>
  `<li class="aside">Heard, and nothing changes: ${ways.map(({ eventType }) => eventLink(eventType)).join(', ')}</li>`

function writeReaction(read: ReadMachine, ways: Way[]): string {
  const [first] = ways as [Way]
  const sentence = waitSentence(read.kind, first)
  const length = first.kind === 'timer' ? ` It lasts ${waitLength(read.kind, first)}.` : ''
  const about = sentence ? ` <span class="aside">${escapeHtml(`${sentence}.${length}`)}</span>` : ''
  const outcomes = ways.map((way) => `<li>${writeOutcome(read, way)}</li>`).join('')
  return `<li>${causeOf(first)}${about}<ul class="outcomes">${outcomes}</ul></li>`
}

function causeOf({ kind, words, role, eventType }: Way): string {
  if (kind === 'command')
    return `<a class="command" href="#event-${eventType}">${escapeHtml(words)}</a> by the ${personOf(role!)}`
  if (kind === 'event') return `${eventLink(eventType)} <span>${escapeHtml(words)}</span>`
  return `<span class="${kind}">${escapeHtml(words)}</span>`
}

const eventLink = (type: string): string =>
  `<a href="#event-${escapeHtml(type)}">${writeCode(type)}</a>`

function writeOutcome(read: ReadMachine, way: Way): string {
  const { records, asks } = way.actions
  const actions = [
    records.length > 0 && `records ${records.map(writeCode).join(', ')}`,
    asks.length > 0 && `asks for ${asks.map(writeCode).join(', ')}`,
  ].filter((text) => text !== false)
  const after = actions.length > 0 ? ` <span class="aside">· ${actions.join(' · ')}</span>` : ''
  return `${writeTarget(read.lifecycle, way)}${writeCondition(read, way)}${after}`
}

function waysInto({ lifecycle }: ReadMachine, { path }: State): string {
  const sources = lifecycle.ways
    .filter(({ to, from }) => to === path && from !== path)
    .map(({ from }) => from || 'any state')
  const links = [...new Set(sources)].map((from) => (from === 'any state' ? from : stateLink(from)))
  return links.length > 0 ? `<p class="aside">Comes from ${links.join(', ')}.</p>` : ''
}
