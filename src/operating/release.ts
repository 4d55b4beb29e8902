/** The release that runs: the version of the package, and a digest of the code as it lies on the disk. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
/** These folders make a process behave as it does; pages and tools are not in it. */
const folders = ['machines', 'migrations', 'src']
const digestLength = 8

let release: Promise<string> | null = null

/**
 * Returns it, such as `0.1.0+5fd1c02e`: two processes have the same one where they run the same code. Read once a process,
 * which runs the code of its start.
 */
export const readRelease = (): Promise<string> => (release ??= digestCode())

async function digestCode(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  const digest = createHash('sha256')
  for (const folder of folders)
    for (const path of await filesOf(folder))
      digest.update(path).update(await readFile(join(root, path)))
  return `${version}+${digest.digest('hex').slice(0, digestLength)}`
}

/** The paths of the files that run, in an order that is the same everywhere. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.(ts|sql)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .toSorted()
}
