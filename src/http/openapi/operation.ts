/** One route as an operation of an OpenAPI document. */
import { z } from 'zod'
import { networkNames } from '../authentication/session.ts'
import { streamTypes } from '../routing/line-stream.ts'
import { type Route, takesIdempotencyKeys } from '../routing/route.ts'
import { describeProblems } from './problem-answers.ts'
import { type Components, describeSchema, type JsonSchema } from './schemas.ts'

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key and request are done once: for 7 days of real time they give the same answer again, with ' +
    '`Idempotent-Replayed: true`. A refusal (4xx) had no effect and is judged anew.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const keyOfPeople = {
  ...idempotencyHeader,
  description: 'The same key, from the same person, gives this one its command once.',
}

const networkParameter = {
  name: 'network',
  in: 'path',
  required: true,
  schema: { type: 'string', enum: Object.keys(networkNames) },
}

export function describeOperation(route: Route, components: Components): JsonSchema {
  const parameters = [
    ...(route.access === 'member' ? [networkParameter] : []),
    ...describeParameters(route.params, 'path', components),
    ...describeParameters(route.query, 'query', components),
    ...(takesIdempotencyKeys(route)
      ? [route.access === 'member' ? keyOfPeople : idempotencyHeader]
      : []),
  ]
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description ?? route.answer.description,
    ...((route.access === 'public' || route.access === 'visitor') && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: true,
        content: json(describeSchema(route.body, 'input', components)),
      },
    }),
    responses: {
      [route.answer.status]: {
        description: route.answer.description,
        ...describeContent(route, components),
      },
      ...describeProblems(route),
    },
  }
}

function describeContent({ answer, isStreamed }: Route, components: Components): JsonSchema {
  if ('schema' in answer) {
    const described = json(describeSchema(answer.schema, 'output', components))
    return { content: isStreamed ? { ...described, ...linesOf(streamTypes) } : described }
  }
  return 'mediaType' in answer
    ? { content: { [answer.mediaType.split(';', 1)[0]!]: { schema: { type: 'string' } } } }
    : {}
}

function describeParameters(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  components: Components,
): JsonSchema[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const { description, ...described } = describeParameter(field, place, components)
    return {
      name,
      in: place,
      required: place === 'path' || !field.safeParse(undefined).success,
      ...(description !== undefined && { description }),
      schema: described,
    }
  })
}

/** A query parameter comes as text and is described as what it means; a path's stays text. */
function describeParameter(
  field: z.ZodType,
  place: 'path' | 'query',
  components: Components,
): JsonSchema {
  const described = describeSchema(field, place === 'path' ? 'input' : 'output', components)
  return Object.keys(described).length > 0 ? described : { type: 'string' }
}

const linesOf = (mediaTypes: readonly string[]) =>
  Object.fromEntries(
    mediaTypes.map((type) => [
      type,
      {
        schema: { type: 'string', description: 'A line for each step; the last one is the answer' },
      },
    ]),
  )

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })
