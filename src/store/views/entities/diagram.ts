/** The pictures of a machine, with the state that one actor is in picked out. */
import { drawingName, readDrawing } from './drawings.ts'
import type { ActorKind } from '../../../shared/stored-actor.ts'
import type { Walk } from './journal.ts'

/** A drawing shows like this the states and ways that led to where an actor is. */
const walkedStyle =
  '.walked:not(.active)>.card{stroke:#15803d;stroke-width:2}.walked[data-route] .words{fill:#15803d;font-weight:700}'

/**
 * Returns one SVG: the machine's statuses and, below, the phases of the status that the actor is in. Null
 * where the machine was not drawn.
 */
export async function drawState(kind: ActorKind, walk: Walk): Promise<string | null> {
  const overview = await readDrawing(kind)
  if (overview === null) return null
  const paths = pathsOf(walk.at)
  const details = paths.map((path) => readDrawing(drawingName(kind, path)))
  const drawn = [overview, ...(await Promise.all(details))].filter((drawing) => drawing !== null)
  return stack(drawn.map((drawing) => markWays(markStates(drawing, paths, walk.states), walk.ways)))
}

/**
 * Gives the cards of the states that hold, which a drawing marks with `data-state`, the class `active`, and those
 * that the actor has been in the class `walked`.
 */
function markStates(svg: string, paths: string[], walked: string[]): string {
  const been = new Set(walked.flatMap(pathsOf))
  return svg
    .replace('</style>', `${walkedStyle}</style>`)
    .replaceAll(
      /<g class="(state[^"]*)" data-state="([^"]*)"/g,
      (_, classes: string, path: string) => {
        const active = paths.includes(path) ? ' active' : ''
        const before = been.has(path) ? ' walked' : ''
        return `<g class="${classes}${active}${before}" data-state="${path}"`
      },
    )
}

/** Gives the ways that the actor went, which a drawing marks with `data-route`, the class `walked`. */
function markWays(svg: string, ways: Walk['ways']): string {
  const gone = new Set(ways.flatMap(namesOf))
  return svg.replaceAll(/<g data-route="([^"]*)"/g, (group, joins: string) =>
    gone.has(joins) ? `<g class="walked" data-route="${joins}"` : group,
  )
}

/** The names of a way in drawings: its ends as statuses, or with the phases that one drawing shows. */
function namesOf({ from, to }: Walk['ways'][number]): string[] {
  const [begins, ends] = [from, to].map(pathsOf)
  return begins!.flatMap((begin) => ends!.map((end) => `${begin} &gt; ${end}`))
}

/** The paths of all states that hold, outer ones first: `Active`, `Active.Current`. */
const pathsOf = (path: string): string[] =>
  path.split('.').map((_, index, parts) => parts.slice(0, index + 1).join('.'))

/** Places drawings below each other, each at its own size. */
function stack(drawn: string[]): string {
  if (drawn.length === 1) return drawn[0]!
  const sizes = drawn.map(sizeOf)
  const width = Math.max(...sizes.map((size) => size.width))
  let height = 0
  const placed = drawn.map((svg, index) => {
    const at = `x="${(width - sizes[index]!.width) / 2}" y="${height}"`
    height += sizes[index]!.height
    return svg.replace('<svg ', `<svg ${at} `)
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">\n${placed.join('')}</svg>\n`
}

function sizeOf(svg: string): { width: number; height: number } {
  const [, width, height] = svg.match(/^<svg [^>]*\bwidth="(\d+)" height="(\d+)"/) ?? []
  if (!width || !height) throw new Error('a drawing does not say how large it is')
  return { width: Number(width), height: Number(height) }
}
