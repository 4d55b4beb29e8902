/** The pictures of the machines: drawn by `npm run generate`, kept beside the machines, and shown by the service. */
import { readFile } from 'node:fs/promises'

const folder = new URL('../../../../machines/drawings/', import.meta.url)

/** `path` is the status whose phases a picture shows; null names the one of all statuses. */
export const drawingName = (kind: string, path: string | null): string =>
  path === null ? kind : `${kind}-${path.replaceAll('.', '-').toLowerCase()}`

export const glanceName = (kind: string): string => `${kind}-glance`

/** Returns the SVG of that name; null where there is none. */
export async function readDrawing(name: string): Promise<string | null> {
  try {
    return await readFile(new URL(`${name}.svg`, folder), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
