/** The problems of a route, as answers in an OpenAPI document: one for each status. */
import { type ProblemCode, problems } from '../../shared/problems.ts'
import { type Access, type Route, takesIdempotencyKeys } from '../routing/route.ts'
import type { Components, JsonSchema } from './schemas.ts'

const ofEveryRoute: ProblemCode[] = ['BadRequest', 'TooManyRequests', 'ServiceUnavailable']
const ofAccess: Record<Access, ProblemCode[]> = {
  merchant: ['Unauthorized', 'Forbidden', 'CompanyApiKeyNotFound'],
  customer: ['Unauthorized', 'SessionExpired', 'SessionRevoked', 'Forbidden'],
  public: [],
  visitor: [],
  person: ['Unauthorized', 'Forbidden'],
  operator: ['Unauthorized', 'Forbidden'],
  // The address may name no network.
  member: ['Unauthorized', 'Forbidden', 'NotFound'],
}
const ofBodies: ProblemCode[] = ['PayloadTooLarge', 'UnsupportedMediaType']

export const problemComponents: Components = {
  Problem: {
    type: 'object',
    description: 'What every answer with a status of 400 and above carries.',
    required: ['status', 'code', 'message', 'requestId'],
    examples: [
      {
        requestId: '1ChKd2hat9dNBnh7rKJ924',
        status: 409,
        code: 'CommandNotAllowed',
        message: 'The subscription is Cancelled; it cannot pause. It allows: switch.',
        state: 'Cancelled',
        allowed: ['switch'],
      },
    ],
    properties: {
      status: { type: 'integer' },
      code: { type: 'string', enum: Object.keys(problems) },
      message: { type: 'string', description: 'What is wrong, and what to do next' },
      requestId: {
        type: 'string',
        description:
          'The `x-request-id` of the answer: the request log of the dashboard finds it by this',
      },
      fields: {
        type: 'array',
        description: 'With BadRequest: each fault',
        items: {
          type: 'object',
          required: ['path', 'message'],
          properties: { path: { type: 'string' }, message: { type: 'string' } },
        },
      },
      state: {
        type: 'string',
        description: 'With CommandNotAllowed and WithdrawalUsed: the status it is in',
      },
      allowed: {
        type: 'array',
        description: 'With CommandNotAllowed and WithdrawalUsed: the commands accepted now',
        items: { type: 'string' },
      },
      switchTimes: {
        type: 'array',
        description: 'With CommandNotAllowed of a `switch`: what `when` can be now',
        items: { type: 'string' },
      },
      pausableUntil: {
        type: ['string', 'null'],
        description:
          'With CommandNotAllowed of a `pause`: the latest moment; null where it cannot be paused before the next charge, and where only the payer can end the pause',
      },
      missing: {
        type: 'array',
        description: 'With MerchantNotReady: what is left of the checklist',
        items: { type: 'string' },
      },
      reason: {
        type: 'string',
        description: 'With PermitNotTaken: the reason ([reasons](/docs/guides/reasons))',
      },
      role: { type: 'string', description: 'With Forbidden in the dashboard: your role' },
      right: {
        type: 'string',
        description: 'With Forbidden in the dashboard: the right that it lacks',
      },
      proofs: {
        type: 'array',
        description: 'With SecondFactorRequired: what counts as proof',
        items: { type: 'string' },
      },
      inCall: {
        type: 'boolean',
        description: 'True where it is about the `proof` that the body itself has to carry',
      },
      roles: {
        type: 'array',
        description: 'With Forbidden in the dashboard: the roles that may',
        items: { type: 'string' },
      },
      subscriptions: { type: 'integer', description: 'With WouldSuspend: how many need it' },
    },
  },
  ProblemDetails: {
    description:
      'The same for those who accept `application/problem+json`: with the fields of RFC 9457.',
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      {
        type: 'object',
        required: ['type', 'title', 'detail', 'instance'],
        properties: {
          type: { type: 'string', format: 'uri', description: 'Where the code is explained' },
          title: { type: 'string', description: 'The code in words' },
          detail: { type: 'string', description: 'The same as `message`' },
          instance: { type: 'string', description: 'The path that was asked for' },
        },
      },
    ],
  },
}

const waits: ProblemCode[] = ['TooManyRequests', 'ServiceUnavailable', 'SignatureUsed']
const retryAfter = {
  'Retry-After': {
    description: 'For how many seconds to wait',
    schema: { type: 'string' },
    example: '1',
  },
}

/** Describes every problem a route may answer with, by status. */
export function describeProblems(route: Route): Record<string, JsonSchema> {
  const codes = [
    ...ofEveryRoute,
    ...ofAccess[route.access],
    ...(route.body ? ofBodies : []),
    ...(route.access !== 'member' && takesIdempotencyKeys(route)
      ? (['IdempotencyKeyReused'] as const)
      : []),
    ...(route.access === 'merchant' && route.method === 'POST' ? (['SignatureUsed'] as const) : []),
    ...('needsProof' in route && route.needsProof ? (['SecondFactorRequired'] as const) : []),
    ...(route.access === 'customer' && !route.forLeaving ? (['TokenMayOnlyLeave'] as const) : []),
    ...(route.problems ?? []),
  ]
  const byStatus = Map.groupBy(new Set(codes), (code) => problems[code].status)
  return Object.fromEntries([...byStatus].map(([status, some]) => [status, toAnswer(some)]))
}

function toAnswer(codes: ProblemCode[]): JsonSchema {
  const lines = codes.map((code) => `\`${code}\`: ${problems[code].means}`)
  return {
    description: lines.join('\n\n'),
    ...(codes.some((code) => waits.includes(code)) && { headers: retryAfter }),
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Problem' } },
      'application/problem+json': { schema: { $ref: '#/components/schemas/ProblemDetails' } },
    },
  }
}
