/**
 * Writes from the routes what of their description is kept in `docs/`: the document of the merchants' API, which is a contract; the calls and
 * fields of the other two; `docs/api.md` and `docs/roles.md` beside them. With `--check`, only tells whether they are up to date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { writeSurfaces } from './api-surface.ts'
import { dashboardApi, merchantApi, sessionApi } from '../src/http/openapi/apis.ts'
import { writeGuide } from '../src/http/documentation/guide.ts'
import { writeRoles } from '../src/http/documentation/roles.ts'
import { describeApi } from '../src/http/openapi/document.ts'

const texts = {
  [merchantApi.file]: `${JSON.stringify(describeApi(merchantApi), null, 2)}\n`,
  'api-surface.txt': writeSurfaces([sessionApi, dashboardApi]),
  'api.md': writeGuide(),
  'roles.md': writeRoles(),
}

for (const [file, text] of Object.entries(texts)) {
  const path = new URL(`../docs/${file}`, import.meta.url)
  if (!process.argv.includes('--check')) {
    writeFileSync(path, text)
  } else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    console.error(`docs/${file} is out of date; run: npm run generate`)
    process.exitCode = 1
  }
}
