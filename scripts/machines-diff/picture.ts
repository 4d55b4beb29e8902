/** Both versions of a machine in its pictures: what was removed stands in them, too, and only what is really different is marked. */
import { type Lifecycle, type State, type Way, withInner } from '../../src/core/lifecycles/model.ts'
import { drawDetailed } from '../diagrams/drawing/draw.ts'
import { changedWays } from './notices.ts'

/** Before the words of what is marked, so that no colour is needed to see it. */
const signs = { added: '+', removed: '−' } as const
type Mark = keyof typeof signs

/** The pictures on which something is marked. */
export async function drawDifference(before: Lifecycle, after: Lifecycle): Promise<string[]> {
  const drawings = await drawDetailed(merge(before, after))
  return [...drawings.values()]
    .map(colour)
    .filter((svg) => /<g class="[^"]*(?:added|removed)"/.test(svg))
}

function merge(before: Lifecycle, after: Lifecycle): Lifecycle {
  const { added, removed } = changedWays(before, after)
  const paths = (lifecycle: Lifecycle) =>
    new Set(withInner(lifecycle.states).map(({ path }) => path))
  const [old, young] = [paths(before), paths(after)]
  const gone = withInner(before.states).filter(
    ({ path }) => !young.has(path) && (young.has(parentOf(path)) || parentOf(path) === ''),
  )
  const marks = new Map<string, Mark>([
    ...[...young].filter((path) => !old.has(path)).map((path) => [path, 'added'] as const),
    ...withInner(gone).map(({ path }) => [path, 'removed'] as const),
  ])
  return {
    ...after,
    states: markStates(withGone(after.states, gone, ''), marks),
    ways: [
      ...after.ways.map((way) => (added.includes(way) ? markWay(way, 'added') : way)),
      // An event of its own, so that no condition of today is said to be asked after it.
      ...removed.map((way) =>
        markWay({ ...way, eventType: `${way.eventType}.removed` }, 'removed'),
      ),
    ],
  }
}

const parentOf = (path: string): string => path.split('.').slice(0, -1).join('.')

/** Adds to each level the states that stood there; what stands within one of them comes with it. */
function withGone(states: State[], gone: State[], parent: string): State[] {
  const inner = states.map((state) => ({
    ...state,
    children: withGone(state.children, gone, state.path),
  }))
  return [...inner, ...gone.filter(({ path }) => parentOf(path) === parent)]
}

const markStates = (states: State[], marks: Map<string, Mark>): State[] =>
  states.map((state) => {
    const mark = marks.get(state.path)
    const name = mark ? `${signs[mark]} ${state.name}` : state.name
    return { ...state, name, children: markStates(state.children, marks) }
  })

const markWay = (way: Way, mark: Mark): Way => ({ ...way, words: `${signs[mark]} ${way.words}` })

const colours: Record<Mark, string> = { added: '#15803d', removed: '#b91c1c' }
const markStyle = Object.entries(colours)
  .map(
    ([mark, hue]) =>
      `.${mark}>.card{stroke:${hue};stroke-width:2.6}.${mark} .name,.${mark} .words{fill:${hue};font-weight:700}`,
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
            'g',
          ),
          `<g class="state$1 ${mark}"$2`,
        )
        .replaceAll(
          new RegExp(`<g data-route=("[^>]*>(?:(?!</g>|<text).)*<text[^>]*>\\${sign} )`, 'g'),
          `<g class="way ${mark}" data-route=$1`,
        )
        .replaceAll(
          new RegExp(`<g class="cause"((?:(?!</g>|<text).)*<text[^>]*>\\${sign} )`, 'g'),
          `<g class="cause ${mark}"$1`,
        ),
    svg,
  )
  return marked.replace('</style>', `${markStyle}</style>`)
}
