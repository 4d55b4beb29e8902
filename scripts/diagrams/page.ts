/** A machine as a Markdown page: its pictures, what each state means, and what every event does in it. */
import { glanceName } from '../../src/store/views/entities/drawings.ts'
import type { ActorKind } from '../../src/shared/stored-actor.ts'
import { markdownTable } from './markdown.ts'
import {
  bothParties,
  innermost,
  type Lifecycle,
  type State,
  type Way,
  withInner,
} from '../../src/core/lifecycles/model.ts'
import { pictureIdOf, picturesFolder } from './picture.ts'
import { findStories } from '../../src/core/lifecycles/stories/find-stories.ts'
import { waitLength } from '../../src/core/lifecycles/waits.ts'
import { momentWords } from '../../src/core/lifecycles/stories/moment-words.ts'
import { isAfterOthers, waysAt } from '../../src/core/lifecycles/reactions.ts'

/** The page of one machine. */
export function toPage(lifecycle: Lifecycle): string {
  const { name, version, description, id } = lifecycle
  const folder = id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return `# ${name}

${description}

${picturesOf(lifecycle)}

Version ${version}. Generated from \`machines/${folder}/${folder}.machine.ts\` by \`scripts/generate-diagrams.ts\`.

## What each state means

${statesTable(lifecycle)}

${section('What people may do', 'An empty cell is refused with 409.', eventTable(lifecycle, 'command'))}
${section('What time does', 'Each wait begins when the state is entered.', timerTable(lifecycle))}
${section('What is reported to it', 'A dot is harmless. An empty cell is recorded as an anomaly, and shown to operators.', eventTable(lifecycle, 'event'))}
## What happens on the way

${actionsTable(lifecycle)}

## How it comes to each state

The shortest way, told by an example. A service that runs tells its own turns in the same words.

${storiesOf(lifecycle)}
`
}

/** The statuses first; below, and linked from there, each status that has phases. */
function picturesOf(lifecycle: Lifecycle): string {
  const { states } = lifecycle
  const fileOf = (status: State | null) =>
    `../../${picturesFolder}/${pictureIdOf(lifecycle, status)}.svg`
  const inner = withInner(states).filter(({ children }) => children.length > 0)
  const glance = `![All of "${lifecycle.name}" at a glance](../../${picturesFolder}/${glanceName(lifecycle.id)}.svg)`
  const overview = `${glance}\n\n![The states of "${lifecycle.name}" and what leads from one to the next](${fileOf(null)})`
  if (inner.length === 0) return overview
  const links = inner.map(({ path }) => `[${path}](#${anchorOf(path)})`)
  const details = inner.map(
    (status) =>
      `## ${status.path}\n\n![The phases of ${status.path} and what leads from one to the next](${fileOf(status)})`,
  )
  const list = `What has phases is drawn below: ${links.join(', ')}.`
  return [overview, list, ...details].join('\n\n')
}

const anchorOf = (path: string): string => path.toLowerCase().replaceAll('.', '')

function section(title: string, note: string, table: string): string {
  return table && `## ${title}\n\n${note}\n\n${table}\n`
}

function statesTable(lifecycle: Lifecycle): string {
  const rows = withInner(lifecycle.states).map((state) => [
    nameOf(state),
    state.description,
    state.onEntry.records.concat(state.onEntry.asks).map(code).join(', '),
  ])
  return markdownTable(['state', 'meaning', 'on entry'], rows)
}

/** Rows are the innermost states, columns the events; a cell says where the event leads. */
function eventTable(lifecycle: Lifecycle, kind: 'command' | 'event'): string {
  const commands = new Map(
    lifecycle.ways.filter((way) => way.kind === 'command').map((way) => [way.eventType, way]),
  )
  const events = [...new Set(lifecycle.ways.map(({ eventType }) => eventType))].filter(
    (type) => type && !type.startsWith('xstate.') && commands.has(type) === (kind === 'command'),
  )
  if (events.length === 0) return ''
  const headings = events.map((type) => {
    const command = commands.get(type)
    return command
      ? `${command.words} (${command.role === bothParties ? 'merchant or payer' : command.role})<br>${code(type)}`
      : code(type)
  })
  const rows = innermost(lifecycle).map((state) => [
    nameOf(state),
    ...events.map((type) => cellsOf(lifecycle, waysAt(lifecycle, state, type)).join('<br>')),
  ])
  return markdownTable(['state', ...headings], rows)
}

function timerTable(lifecycle: Lifecycle): string {
  const rows = lifecycle.ways
    .filter(({ kind }) => kind === 'timer')
    .map((way) => [
      `**${way.from}**`,
      way.words,
      waitLength(lifecycle.id as ActorKind, way),
      cellOf(lifecycle, way, isAfterOthers(way, lifecycle.ways)),
    ])
  return rows.length === 0 ? '' : markdownTable(['state', 'wait', 'it lasts', 'then'], rows)
}

function actionsTable(lifecycle: Lifecycle): string {
  const rows = lifecycle.ways
    .filter((way) => !way.isHarmless)
    .map((way) => [
      way.from || 'any',
      way.kind === 'timer' || way.kind === 'automatic' ? way.words : code(way.eventType),
      way.guard ? code(way.guard) : isAfterOthers(way, lifecycle.ways) ? 'otherwise' : '',
      target(lifecycle, way),
      way.actions.records.map(code).join(', '),
      way.actions.asks.map(code).join(', '),
    ])
  return markdownTable(['in', 'when', 'if', 'then', 'records', 'asks for'], rows)
}

/** Tells what an event may do, in the order in which it is asked; a way after others counts where they do not. */
const cellsOf = (lifecycle: Lifecycle, ways: Way[]): string[] =>
  ways.map((way, index) => cellOf(lifecycle, way, index > 0))

function cellOf(lifecycle: Lifecycle, way: Way, isLater: boolean): string {
  const effect = way.isHarmless ? '·' : target(lifecycle, way)
  if (way.guard) return `${effect} [${isLater ? 'else if' : 'if'} ${way.guardWords}]`
  return isLater ? `${effect} [otherwise]` : effect
}

function target(lifecycle: Lifecycle, way: Way): string {
  if (way.to === null) return 'stays'
  const state = withInner(lifecycle.states).find(({ path }) => path === way.to)
  return `→ ${state?.initial ?? way.to}`
}

function storiesOf({ id }: Lifecycle): string {
  const told = [...findStories(id as ActorKind)].map(([path, turns]) => {
    const lines = turns.map(
      ({ at, sentence }, index) => `${index + 1}. ${momentWords(at)}: ${sentence}`,
    )
    return `**${path}**\n\n${lines.join('\n')}`
  })
  return told.join('\n\n')
}

const nameOf = (state: State) => `**${state.path}**`
const code = (name: string) => `\`${name}\``
