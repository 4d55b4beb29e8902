/** All generated files of the machines, and which committed ones no longer match. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { toIndexPage } from './index-page.ts'
import { layOut } from './layout.ts'
import { machines } from './machines.ts'
import { toLifecycle } from './model.ts'
import { toPage } from './page.ts'
import { toPicture } from './picture.ts'
import { toSvg } from './svg.ts'

export const documentsFolder = resolve(import.meta.dirname, '../../docs/machines')

/** The text of each file by its name within `docs/machines/`. */
export async function diagramFiles(): Promise<Map<string, string>> {
  const lifecycles = machines.map(toLifecycle)
  const files = new Map([['README.md', toIndexPage(lifecycles)]])
  for (const lifecycle of lifecycles) {
    files.set(
      `${lifecycle.id}.svg`,
      toSvg(lifecycle, await layOut(lifecycle, toPicture(lifecycle))),
    )
    files.set(`${lifecycle.id}.md`, toPage(lifecycle))
  }
  return files
}

/** The files that are missing, differ, or should not be there. */
export function outdatedFiles(files: Map<string, string>): string[] {
  const present = existsSync(documentsFolder) ? readdirSync(documentsFolder) : []
  const changed = [...files].filter(
    ([name, text]) =>
      !present.includes(name) || readFileSync(join(documentsFolder, name), 'utf8') !== text,
  )
  return [...changed.map(([name]) => name), ...present.filter((name) => !files.has(name))]
}
