/**
 * Writes the OpenAPI documents in `docs/` from the routes; with `--check`, only tells whether they
 * are up to date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { apis } from '../src/http/openapi/apis.ts'
import { describeApi } from '../src/http/openapi/document.ts'

for (const api of apis) {
  const path = new URL(`../docs/${api.file}`, import.meta.url)
  const text = `${JSON.stringify(describeApi(api), null, 2)}\n`
  if (!process.argv.includes('--check')) {
    writeFileSync(path, text)
  } else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    console.error(`docs/${api.file} is out of date; run: npm run openapi`)
    process.exitCode = 1
  }
}
