/**
 * Every field of every call into which somebody can write whatever they like, as the API documents name them: strings
 * with neither a choice nor a pattern nor a format. Their text is read on its way to the service.
 */
import { vi } from 'vitest'
import { apis } from '../../../src/http/openapi/apis.ts'
import { describeApi } from '../../../src/http/openapi/document.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
} & Partial<Record<'anyOf' | 'oneOf' | 'allOf', Schema[]>>
type Operation = { requestBody?: { content: { 'application/json'?: { schema: Schema } } } }
type Document = { paths: Record<string, Record<string, Operation>> }

const documents = apis.map((api) => describeApi(api) as unknown as Document)
const depthMax = 8

/** Such as `POST /integration/payments description`. */
export const freeTextFields: readonly string[] = documents.flatMap((document) =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema
      const fields = schema ? new Set(fieldsOf(document, schema)) : []
      return [...fields].map((field) => `${method.toUpperCase()} ${path} ${field}`)
    }),
  ),
)

function fieldsOf(document: Document, given: Schema, at: readonly string[] = []): string[] {
  if (at.length > depthMax) return []
  const schema = resolve(document, given)
  const { properties = {}, additionalProperties: others, items } = schema
  const isText = [schema.type].flat().includes('string')
  const isFree = !schema.enum && schema.const === undefined && !schema.pattern && !schema.format
  return [
    ...(isText && isFree ? [at.join('.')] : []),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((ones = []) =>
      ones.flatMap((one) => fieldsOf(document, one, at)),
    ),
    ...Object.entries(properties).flatMap(([name, one]) => fieldsOf(document, one, [...at, name])),
    ...(typeof others === 'object' ? fieldsOf(document, others, [...at, '*']) : []),
    ...(items ? fieldsOf(document, items, [...at, '*']) : []),
  ]
}

function resolve(document: Document, schema: Schema): Schema {
  if (!schema.$ref) return schema
  const found = schema.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>((within, name) => (within as Record<string, unknown>)[name], document)
  return resolve(document, found as Schema)
}

/** Listens to what this process sends: the fields in which the service took a text that contains `marker`. */
export function listenForTexts(marker: string): { taken: Set<string>; stop: () => void } {
  const taken = new Set<string>()
  const send = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await send(input, init)
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    if (response.ok && typeof init?.body === 'string')
      for (const field of textsWith(marker, JSON.parse(init.body)))
        taken.add(`${init.method ?? 'GET'} ${pathname} ${field}`)
    return response
  })
  return { taken, stop: () => spy.mockRestore() }
}

function textsWith(marker: string, value: unknown, at: readonly string[] = []): string[] {
  if (typeof value === 'string') return value.includes(marker) ? [at.join('.')] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    textsWith(marker, one, [...at, Array.isArray(value) ? '*' : name]),
  )
}

/** Whether a text was accepted in the field: `/{id}` stands for any part of a path. */
export function isTakenIn(taken: ReadonlySet<string>, field: string): boolean {
  const pattern = field
    .replaceAll(/[.*+?()[\]|\\^$]/g, String.raw`\$&`)
    .replaceAll(/\{\w+\}/g, '[^/ ]+')
  return [...taken].some((one) => new RegExp(`^${pattern}$`).test(one))
}
