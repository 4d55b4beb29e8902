/** The pictures of a machine, with the state that one actor is in picked out. */
import { readFile } from 'node:fs/promises'
import type { StateValue } from 'xstate'
import type { ActorKind } from '../../shared/stored-actor.ts'

const drawings = new URL('../../../machines/drawings/', import.meta.url)

/**
 * Returns one SVG: the machine's statuses and, below, the phases of the status that the actor is in. Null
 * where the machine was not drawn.
 */
export async function drawState(kind: ActorKind, value: StateValue): Promise<string | null> {
  const overview = await readDrawing(kind)
  if (overview === null) return null
  const paths = pathsOf(value)
  const details = paths.map((path) =>
    readDrawing(`${kind}-${path.replaceAll('.', '-').toLowerCase()}`),
  )
  const drawn = [overview, ...(await Promise.all(details))].filter((drawing) => drawing !== null)
  return stack(drawn.map((drawing) => markStates(drawing, paths)))
}

async function readDrawing(name: string): Promise<string | null> {
  try {
    return await readFile(new URL(`${name}.svg`, drawings), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Gives the cards of these states, which a drawing marks with `data-state`, the class `active`. */
function markStates(svg: string, paths: string[]): string {
  return svg.replaceAll(
    /<g class="(state[^"]*)" data-state="([^"]*)"/g,
    (group, classes: string, path: string) =>
      paths.includes(path) ? `<g class="${classes} active" data-state="${path}"` : group,
  )
}

/** The paths of all states that hold, outer ones first: `Active`, `Active.Current`. */
function pathsOf(value: StateValue): string[] {
  if (typeof value === 'string') return [value]
  return Object.entries(value).flatMap(([state, inner]) => [
    state,
    ...(inner === undefined ? [] : pathsOf(inner).map((path) => `${state}.${path}`)),
  ])
}

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
