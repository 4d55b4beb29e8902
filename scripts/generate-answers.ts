/**
 * Writes the types of what the service answers its own pages and takes from them, `web/api/*.generated.ts`, from the routes. They are not committed:
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

/** Writes the names of the commands that what a list holds takes, such as `accept` for `payments`. */
function writeCommands({ paths }: Document): string {
  const named = Object.entries(paths).flatMap(([path, { post }]) => {
    const [, list, name] = /\/([a-z-]+)\/\{\w+\}\/(\w+)$/.exec(path) ?? []
    return list && name && post?.operationId.startsWith(name) ? [{ list, name }] : []
  })
  const lists = Object.entries(Object.groupBy(named, ({ list }) => list))
  const types = lists.map(
    ([list, commands = []]) =>
      `  '${list}': ${commands.map(({ name }) => `'${name}'`).join(' | ')}\n`,
  )
  return `export type Commands = {\n${types.join('')}}\n`
}

function writeTypes(api: Api): string {
  const document = describeApi(api) as Document
  const parts = [writeAnswers(document), writeCommands(document)]
  return `${head}${writeComponents(document, 'shown')}\n${parts.join('\n')}`
}

keepInStep({
  'web/api/session.generated.ts': writeTypes(sessionApi),
  'web/api/dashboard.generated.ts': writeTypes(dashboardApi),
})
