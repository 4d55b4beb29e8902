/** A machine as a Markdown page: the picture, what each state means, and what every event does in it. */
import type { Lifecycle, State, Way } from './model.ts'
import { innermost, withInner } from './model.ts'
import { markdownTable } from './markdown.ts'
import { waysAt } from './reactions.ts'

/** The page of one machine, beside `<id>.svg`. */
export function toPage(lifecycle: Lifecycle): string {
  const { name, version, description, id } = lifecycle
  return `# ${name}

${description}

![The states of a ${id} and what leads from one to the next](${id}.svg)

Version ${version}. Generated from \`machines/${id}/${id}.machine.ts\` by \`scripts/generate-diagrams.ts\`.

## What each state means

${statesTable(lifecycle)}

${section('What people may do', 'An empty cell is refused with 409.', eventTable(lifecycle, 'command'))}
${section('What time does', 'Each wait begins when the state is entered.', timerTable(lifecycle))}
${section('What it is told', 'A dot is harmless. An empty cell is kept and shown as an anomaly.', eventTable(lifecycle, 'event'))}
## What happens on the way

${deedsTable(lifecycle)}
`
}

function section(title: string, note: string, table: string): string {
  return table && `## ${title}\n\n${note}\n\n${table}\n`
}

function statesTable(lifecycle: Lifecycle): string {
  const rows = withInner(lifecycle.states).map((state) => [
    nameOf(state),
    state.description,
    state.onEntry.remembers.concat(state.onEntry.asks, state.onEntry.tells).map(code).join(', '),
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
    return command ? `${command.words} (${command.role})<br>${code(type)}` : code(type)
  })
  const rows = innermost(lifecycle).map((state) => [
    nameOf(state),
    ...events.map((type) => waysAt(lifecycle, state, type).map(cell(lifecycle)).join('<br>')),
  ])
  return markdownTable(['state', ...headings], rows)
}

function timerTable(lifecycle: Lifecycle): string {
  const rows = lifecycle.ways
    .filter(({ kind }) => kind === 'timer')
    .map((way) => [`**${way.from}**`, way.words, cell(lifecycle)(way)])
  return rows.length === 0 ? '' : markdownTable(['state', 'wait', 'then'], rows)
}

function deedsTable(lifecycle: Lifecycle): string {
  const rows = lifecycle.ways
    .filter((way) => !way.isHarmless)
    .map((way) => [
      way.from || 'any',
      way.kind === 'timer' || way.kind === 'automatic' ? way.words : code(way.eventType),
      way.guard && code(way.guard),
      target(lifecycle, way),
      way.deeds.remembers.map(code).join(', '),
      way.deeds.asks.concat(way.deeds.tells).map(code).join(', '),
    ])
  return markdownTable(['in', 'when', 'if', 'then', 'remembers', 'asks for'], rows)
}

const cell = (lifecycle: Lifecycle) => (way: Way) => {
  if (way.isHarmless) return '·'
  return way.guard ? `${target(lifecycle, way)} [${way.guardWords}]` : target(lifecycle, way)
}

function target(lifecycle: Lifecycle, way: Way): string {
  if (way.to === null) return 'stays'
  const state = withInner(lifecycle.states).find(({ path }) => path === way.to)
  return `→ ${state?.initial ?? way.to}`
}

const nameOf = (state: State) => `**${state.path}**`
const code = (name: string) => `\`${name}\``
