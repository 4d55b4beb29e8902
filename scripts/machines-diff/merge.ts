/** Both versions of a machine as one lifecycle to draw: what was removed stands in it, too, and all is marked. */
import { delayName } from '../../src/lifecycles/chart.ts'
import { type Lifecycle, type State, type Way, withInner } from '../../src/lifecycles/model.ts'
import { draw, type Drawing } from '../../src/lifecycles/drawing/draw.ts'
import type { MachineDifference, Pair } from './compare.ts'

/** Before the words of what is marked, so that no colour is needed to see it. */
const signs = { added: '+', removed: '−', changed: '~' } as const
type Mark = keyof typeof signs

export const markOf = ({ before, after }: Pair<unknown>): Mark =>
  before === null ? 'added' : after === null ? 'removed' : 'changed'

/** Draws the pictures on which something is marked. */
export async function drawDifference(difference: MachineDifference): Promise<Drawing[]> {
  const drawings = await draw(merge(difference))
  return drawings
    .map(({ svg, ...drawing }) => ({ ...drawing, svg: colour(svg) }))
    .filter(({ svg }) => /class="[^"]*\b(?:added|removed|changed)\b/.test(svg))
}

function merge(difference: MachineDifference): Lifecycle {
  const { lifecycles, states, ways } = difference
  const { before, after } = lifecycles
  const frame = (after ?? before)!
  const stateMarks = new Map(
    states.map((pair) => [(pair.after ?? pair.before)!.path, markOf(pair)]),
  )
  const removed = states.flatMap((pair) => (pair.after === null ? [pair.before!] : []))
  const wayMarks = new Map(ways.flatMap((pair) => (pair.after ? [[pair.after, markOf(pair)]] : [])))
  const gone = ways.flatMap((pair) => (pair.after === null ? [pair.before!] : []))
  return {
    ...frame,
    states: markStates(after ? withRemoved(after.states, removed, '') : frame.states, stateMarks),
    ways: [
      ...(after?.ways ?? []).map((way) =>
        markWay(way, wayMarks.get(way) ?? markBehind(difference, way)),
      ),
      // An event of its own, so that no condition of today is said to be asked after it.
      ...gone.map((way) => markWay({ ...way, eventType: `${way.eventType}.removed` }, 'removed')),
    ],
  }
}

/** A way that is written as it was is another one where something behind its names is. */
function markBehind({ rules, waits }: MachineDifference, way: Way): Mark | undefined {
  const changed = [...rules.map(({ name }) => name), ...waits.map(({ where }) => where[1])]
  const names = [
    ...way.guard.split(' '),
    ...way.deeds.records,
    ...way.deeds.asks,
    ...(way.kind === 'timer' ? [delayName(way.eventType)] : []),
  ]
  return names.some((name) => changed.includes(name)) ? 'changed' : undefined
}

const parentOf = (path: string): string => path.split('.').slice(0, -1).join('.')

/** Adds to each level the states that stood there; what stands within a removed state comes with it. */
function withRemoved(states: State[], removed: State[], parent: string): State[] {
  const inner = states.map((state) => ({
    ...state,
    children: withRemoved(state.children, removed, state.path),
  }))
  return [...inner, ...removed.filter(({ path }) => parentOf(path) === parent)]
}

const markStates = (states: State[], marks: Map<string, Mark>): State[] =>
  states.map((state) => {
    const inside = withInner(state.children).some(({ path }) => marks.has(path))
    const mark = marks.get(state.path) ?? (inside ? 'changed' : undefined)
    const name = mark ? `${signs[mark]} ${state.name}` : state.name
    return { ...state, name, children: markStates(state.children, marks) }
  })

const markWay = (way: Way, mark: Mark | undefined): Way =>
  mark ? { ...way, words: `${signs[mark]} ${way.words}` } : way

const colours: Record<Mark, string> = { added: '#15803d', removed: '#b91c1c', changed: '#b45309' }
const markStyle = Object.entries(colours)
  .map(
    ([mark, colour]) =>
      `.${mark}>.card{stroke:${colour};stroke-width:2.6}.${mark} .name,.${mark} .words{fill:${colour};font-weight:700}.removed .words,.removed .name{text-decoration:line-through}`,
  )
  .join('')

/** Gives the groups whose text begins with a sign the class of its mark. */
function colour(svg: string): string {
  const marked = Object.entries(signs).reduce(
    (text, [mark, sign]) =>
      text
        .replaceAll(
          new RegExp(
            `<g class="state([^"]*)"((?:(?!</g>).)*?<text class="name"[^>]*>\\${sign} )`,
            'gs',
          ),
          `<g class="state$1 ${mark}"$2`,
        )
        .replaceAll(
          new RegExp(`<g data-route="([^"]*)">((?:<(?!g|/g)[^>]*>)*<text[^>]*>\\${sign} )`, 'g'),
          `<g class="${mark}" data-route="$1">$2`,
        ),
    svg,
  )
  return marked.replace('</style>', `${markStyle}</style>`)
}
