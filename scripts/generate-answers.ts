/**
 * Writes the types of what the service answers its own pages, `web/api/*.generated.ts`, from the routes. They are not committed:
 * whoever reviews a change reads the same in `docs/api-surface.txt`.
 */
import { type Api, dashboardApi, sessionApi } from '../src/http/openapi/apis.ts'
import { describeApi } from '../src/http/openapi/document.ts'
import { writeComponents } from './client/components.ts'
import { type Document, jsonSchemaOf } from './client/document.ts'
import { typeOf } from './client/types.ts'
import { keepInStep } from './keep-in-step.ts'

const head = '/** Generated from the routes by `npm run generate`: change it there. */\n'

/** Writes what every call answers, by the id of its operation. */
function writeAnswers({ paths }: Document): string {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const answers = operations.flatMap(({ operationId, responses }) => {
    const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
    const schema = jsonSchemaOf(answer)
    return schema ? [`  ${operationId}: ${typeOf(schema, 'shown', 1)}\n`] : []
  })
  return `export type Answers = {\n${answers.join('')}}\n`
}

function writeTypes(api: Api): string {
  const document = describeApi(api) as Document
  return `${head}${writeComponents(document, 'shown')}\n${writeAnswers(document)}`
}

keepInStep({
  'web/api/session.generated.ts': writeTypes(sessionApi),
  'web/api/dashboard.generated.ts': writeTypes(dashboardApi),
})
