/** Draws the pictures of one machine: its statuses, and each status that has phases. */
import type { Lifecycle } from '../model.ts'
import { picturesOf } from '../picture.ts'
import { layOut } from './layout.ts'
import { type LinkOf, toSvg } from './svg.ts'

/** `status` is the path of the status whose phases it shows; null where it shows the statuses. */
export type Drawing = { id: string; status: string | null; svg: string }

/** Each picture takes up to 0.3 s of the processor, so that others have their turn between them. */
export async function draw(lifecycle: Lifecycle, linkOf?: LinkOf): Promise<Drawing[]> {
  const drawings: Drawing[] = []
  for (const picture of picturesOf(lifecycle)) {
    const svg = toSvg(picture, await layOut(picture), linkOf)
    drawings.push({ id: picture.id, status: picture.status?.path ?? null, svg })
    await new Promise(setImmediate)
  }
  return drawings
}
