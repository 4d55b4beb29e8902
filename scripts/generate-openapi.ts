/**
 * Writes from the routes what of their description is kept in `docs/`: the document of the merchants' API, which is a contract; the calls and
 * fields of the other two; `docs/api.md` and `docs/roles.md` beside them. With `--check`, only tells whether they are up to date.
 */
import { writeSurfaces } from './api-surface.ts'
import { dashboardApi, merchantApi, sessionApi } from '../src/http/openapi/apis.ts'
import { writeGuide } from '../src/http/documentation/guide.ts'
import { writeRoles } from '../src/http/documentation/roles.ts'
import { describeApi } from '../src/http/openapi/document.ts'
import { keepInStep } from './keep-in-step.ts'

keepInStep({
  [`docs/${merchantApi.file}`]: `${JSON.stringify(describeApi(merchantApi), null, 2)}\n`,
  'docs/api-surface.txt': writeSurfaces([sessionApi, dashboardApi]),
  'docs/api.md': writeGuide(),
  'docs/roles.md': writeRoles(),
})
