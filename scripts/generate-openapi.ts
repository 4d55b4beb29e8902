/**
 * Writes `docs/openapi.json` from the routes; with `--check`, only tells whether it is
 * up to date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { openApiDocument } from '../src/http/openapi/document.ts'

const path = new URL('../docs/openapi.json', import.meta.url)
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`

if (!process.argv.includes('--check')) {
  writeFileSync(path, text)
} else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
  console.error(
    'docs/openapi.json is out of date; run: node scripts/run.mjs scripts/generate-openapi.ts',
  )
  process.exitCode = 1
}
