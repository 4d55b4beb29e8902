/** A machine's drawing, with the state that one actor is in picked out. */
import { readFile } from 'node:fs/promises'
import type { StateValue } from 'xstate'
import type { ActorKind, StoredActor } from '../../shared/stored-actor.ts'

const drawings = new URL('../../../docs/machines/', import.meta.url)
const activeStyle = '<style>.state.active>rect{fill:#dcfce7;stroke:#15803d;stroke-width:3}</style>'

/** Returns the SVG of the actor's machine, or null where none was drawn. */
export async function drawActor(actor: StoredActor): Promise<string | null> {
  const drawing = await readDrawing(actor.kind)
  return drawing && markStates(drawing, innermostStates(actor.snapshot.value))
}

async function readDrawing(kind: ActorKind): Promise<string | null> {
  try {
    return await readFile(new URL(`${kind}.svg`, drawings), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Gives the groups of these states, which the drawing marks with `data-state`, the class `active`. */
function markStates(svg: string, paths: string[]): string {
  const styled = svg.replace('</svg>', `${activeStyle}</svg>`)
  return styled.replaceAll(
    /<g class="(state[^"]*)" data-state="([^"]*)"/g,
    (group, classes: string, path: string) =>
      paths.includes(path) ? `<g class="${classes} active" data-state="${path}"` : group,
  )
}

/** The paths of the states that hold no other: `Active.Current`. */
function innermostStates(value: StateValue): string[] {
  if (typeof value === 'string') return [value]
  return Object.entries(value).flatMap(([state, inner]) =>
    inner === undefined ? [state] : innermostStates(inner).map((path) => `${state}.${path}`),
  )
}
