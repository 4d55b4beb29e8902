/** Writes each call as a command to paste into a shell, with the address of the service and what the example sends. */
import { exampleMoment, words } from '../openapi/example-words.ts'
import type { JsonSchema } from '../openapi/schemas.ts'

type Parameter = { name: string; in: string; required?: boolean; schema: JsonSchema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  security?: unknown[]
}
type Paths = Record<string, Record<string, Operation>>

/** What `curl` is told about who calls: the reader's own credentials, by names that the guides have, too. */
const credentials: Record<string, string> = {
  basic: '-u "$KEY:$SECRET" ',
  customerToken: '-H "authorization: Bearer $TOKEN" ',
  session: '-b cookies -c cookies ',
}

/** Returns the document with a sample for each call, as renderers read them. */
export function withCurlSamples(document: JsonSchema, baseUrl: string): JsonSchema {
  const { paths, security } = document as { paths: Paths; security: Record<string, unknown>[] }
  const scheme = Object.keys(security[0] ?? {})[0] ?? ''
  const sampled = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => {
        const who = operation.security ? '' : (credentials[scheme] ?? '')
        const source = writeCurl({ method, address: `${baseUrl}${path}`, operation, who })
        return [
          method,
          { ...operation, 'x-codeSamples': [{ lang: 'Shell', label: 'curl', source }] },
        ]
      }),
    ),
  ])
  return { ...document, paths: Object.fromEntries(sampled) }
}

type Call = { method: string; address: string; operation: Operation; who: string }

function writeCurl({ method, address, operation, who }: Call): string {
  const { parameters = [], requestBody } = operation
  const needed = parameters.filter(({ in: place, required }) => place === 'query' && required)
  const query = needed.map((one) => `${one.name}=${encodeURIComponent(exampleOf(one))}`).join('&')
  const filled = parameters
    .filter(({ in: place }) => place === 'path')
    .reduce((path, one) => path.replace(`{${one.name}}`, exampleOf(one)), address)
  const body = requestBody?.content['application/json']?.example
  const implied = body === undefined ? 'get' : 'post'
  const first = `curl -s ${who}${method === implied ? '' : `-X ${method.toUpperCase()} `}"${filled}${query && `?${query}`}"`
  if (body === undefined) return first
  return `${first} \\\n  -H 'content-type: application/json' \\\n  -d ${quote(JSON.stringify(body, null, 2))}`
}

function exampleOf({ name, schema }: Parameter): string {
  const {
    examples,
    format,
    enum: choices,
  } = schema as { examples?: unknown[]; format?: string; enum?: unknown[] }
  const own = examples?.[0] ?? choices?.[0] ?? words[name]
  return String(own ?? (format === 'date-time' ? exampleMoment : words['id']))
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
