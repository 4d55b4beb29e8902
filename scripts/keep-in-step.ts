/** Keeps generated files in step with what they are generated from. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/**
 * Writes the texts to their paths below the root; undefined: there is to be no such file. With `--check`, it writes nothing
 * and the program fails where they differ.
 */
export function keepInStep(texts: Record<string, string | undefined>): void {
  for (const [file, text] of Object.entries(texts)) {
    const path = join(root, file)
    const written = existsSync(path) ? readFileSync(path, 'utf8') : undefined
    if (written === text) continue
    if (process.argv.includes('--check')) {
      console.error(`${file} is out of step. Run: npm run generate`)
      process.exitCode = 1
      continue
    }
    console.log(`writes ${file}`)
    mkdirSync(dirname(path), { recursive: true })
    if (text === undefined) rmSync(path)
    else writeFileSync(path, text)
  }
}
