/** Writes contracts/clear-signing/*.json; with `--check`, fails when they are out of step with the ABIs. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clearSigningDescriptors } from './clear-signing-descriptors.ts'

const folder = join(import.meta.dirname, '../contracts/clear-signing')
const outOfStep = Object.entries(clearSigningDescriptors())
  .map(([file, descriptor]) => ({
    path: join(folder, file),
    text: `${JSON.stringify(descriptor, null, 2)}\n`,
  }))
  .filter(({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text)

if (!process.argv.includes('--check')) {
  for (const { path, text } of outOfStep) writeFileSync(path, text)
  console.log(`wrote ${outOfStep.length} descriptors`)
} else if (outOfStep.length > 0) {
  console.error('contracts/clear-signing is out of step. Run: npm run generate')
  process.exitCode = 1
}
