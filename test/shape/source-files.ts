/** The project's own code as text, for the tests of its shape. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** `path` is relative to the root, with forward slashes. */
export type SourceFile = { path: string; text: string }

const root = resolve(import.meta.dirname, '../..')

/** Not written by hand, so its size and form say nothing. */
const notOurs = [
  /(^|\/)(node_modules|dist|build|\.cache|\.data)\//,
  /^src\/chain\/abi\//,
  /\.generated\./,
]

/** The files with one of the endings in the folders given, and in those below. */
export function sourceFiles(folders: string[], endings: string[]): SourceFile[] {
  return folders
    .flatMap(filesBelow)
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .filter((path) => !notOurs.some((pattern) => pattern.test(path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

function filesBelow(path: string): string[] {
  if (!existsSync(join(root, path))) return []
  if (!statSync(join(root, path)).isDirectory()) return [path]
  if (notOurs.some((pattern) => pattern.test(`${path}/`))) return []
  return readdirSync(join(root, path)).flatMap((name) => filesBelow(`${path}/${name}`))
}
