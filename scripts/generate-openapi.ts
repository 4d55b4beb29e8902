/**
 * Writes the OpenAPI documents in `docs/` from the routes, `docs/api.md` and `docs/roles.md` beside them; with `--check`, only tells whether they
 * are up to date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { apis } from '../src/http/openapi/apis.ts'
import { writeGuide } from '../src/http/documentation/guide.ts'
import { writeRoles } from '../src/http/documentation/roles.ts'
import { describeApi } from '../src/http/openapi/document.ts'

const texts = new Map(
  apis.map((api) => [api.file, `${JSON.stringify(describeApi(api), null, 2)}\n`]),
)
texts.set('api.md', writeGuide())
texts.set('roles.md', writeRoles())

for (const [file, text] of texts) {
  const path = new URL(`../docs/${file}`, import.meta.url)
  if (!process.argv.includes('--check')) {
    writeFileSync(path, text)
  } else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    console.error(`docs/${file} is out of date; run: npm run openapi`)
    process.exitCode = 1
  }
}
