/** Types as much of an OpenAPI 3.1 document as the generator of the client reads. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  pattern?: string
  examples?: unknown[]
  default?: unknown
  enum?: unknown[]
  const?: unknown
  oneOf?: Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
}

type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}

type Content = { content?: Record<string, { schema?: Schema; example?: unknown }> }

export type Operation = {
  operationId: string
  summary?: string
  description?: string
  security?: object[]
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Content & { description?: string }>
}

export type Document = {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, Schema> }
}

/** Returns the JSON schema of a body, or undefined where there is none. */
export function jsonSchemaOf(part: Content | undefined): Schema | undefined {
  return part?.content?.['application/json']?.schema
}

const componentPath = '#/components/schemas/'

/** Returns the name of the component that a schema refers to; throws for a reference elsewhere. */
export function componentOf({ $ref }: Schema): string | undefined {
  if ($ref === undefined) return undefined
  if ($ref.startsWith(componentPath)) return $ref.slice(componentPath.length)
  throw new Error(`the client can not be generated: ${$ref} is no component's schema`)
}
