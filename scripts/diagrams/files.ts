/** All generated files of the machines, and which committed ones no longer match. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { toIndexPage } from './index-page.ts'
import { draw } from './drawing/draw.ts'
import { machines } from '../../src/core/lifecycles/machines.ts'
import { toLifecycle } from '../../src/core/lifecycles/model.ts'
import { toPage } from './page.ts'
import { picturesFolder } from './picture.ts'

const root = resolve(import.meta.dirname, '../..')

const pagesFolder = 'docs/machines'

/** The text of each file by its path from the project's folder. */
export async function diagramFiles(): Promise<Map<string, string>> {
  const lifecycles = machines.map(toLifecycle)
  const files = new Map([[`${pagesFolder}/README.md`, toIndexPage(lifecycles)]])
  for (const lifecycle of lifecycles) {
    files.set(`${pagesFolder}/${lifecycle.id}.md`, toPage(lifecycle))
    for (const [name, svg] of await draw(lifecycle)) files.set(`${picturesFolder}/${name}.svg`, svg)
  }
  return files
}

/** The paths of files that are missing, differ, or should not be there. */
export function outdatedFiles(files: Map<string, string>): string[] {
  const present = [picturesFolder, pagesFolder].flatMap(filesIn)
  const changed = [...files].filter(
    ([path, text]) => !present.includes(path) || readFileSync(join(root, path), 'utf8') !== text,
  )
  return [...changed.map(([path]) => path), ...present.filter((path) => !files.has(path))]
}

const filesIn = (folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
    : []
