/**
 * Directories that every account may enter. PostgreSQL refuses to run as root, and the account that
 * runs it instead cannot enter a checkout or a data directory that lies, say, in root's home.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * The directory that is used for root, who may write to it. Unlike temporary directories, no system
 * cleans it up.
 */
const openDirectory = '/var/lib/mandate'

/** Tells whether every account may enter an existing directory and all directories above it. */
export function mayAllEnter(directory: string): boolean {
  const path = resolve(directory)
  const isOpen = (statSync(path).mode & 0o001) !== 0
  return isOpen && (path === dirname(path) || mayAllEnter(dirname(path)))
}

/**
 * Returns an open directory elsewhere that a link points to; deleting the link starts anew. A new
 * directory is filled before the link is made, so that a half-filled one is never used.
 */
export function openPlaceBehind(link: string, fill: (place: string) => void = () => {}): string {
  if (existsSync(link)) return realpathSync(link)

  mkdirSync(openDirectory, { recursive: true })
  const place = mkdtempSync(join(openDirectory, 'place-'))
  chmodSync(place, 0o755)
  fill(place)
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true }) // It may still point to a place that was deleted.
  symlinkSync(place, link)
  return place
}
