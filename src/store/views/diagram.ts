/** A machine's drawing, with the state that one actor is in picked out. */
import { readFile } from 'node:fs/promises'
import type { StateValue } from 'xstate'
import type { Kind, StoredActor } from '../../shared/stored-actor.ts'

const drawings = new URL('../../../docs/machines/', import.meta.url)

/** Returns the SVG of the actor's machine, or null where none was drawn. */
export async function drawActor(actor: StoredActor): Promise<string | null> {
  const drawing = await readDrawing(actor.kind)
  return drawing && markStates(drawing, innermostStates(actor.snapshot.value))
}

/** Returns the SVG of a machine with no state picked out, or null where none was drawn. */
export async function readDrawing(kind: Kind): Promise<string | null> {
  try {
    return await readFile(new URL(`${kind}.svg`, drawings), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Gives the groups of these states, `<g data-state="Active.Current" class="state …">`, the class `active`. */
export function markStates(svg: string, paths: string[]): string {
  return paths.reduce(
    (marked, path) => marked.replace(`data-state="${path}" class="state`, '$& active'),
    svg,
  )
}

/** The paths of the states that hold no other: `Active.Current`. */
export function innermostStates(value: StateValue, parents: string[] = []): string[] {
  if (typeof value === 'string') return [[...parents, value].join('.')]
  return Object.entries(value).flatMap(([state, inner]) =>
    inner === undefined || (typeof inner === 'object' && !Object.keys(inner).length)
      ? [[...parents, state].join('.')]
      : innermostStates(inner, [...parents, state]),
  )
}
