/** Tests how the client's methods are named and written, whatever the description grows to. */
import { expect, test } from 'vitest'
import type { Document } from '../../scripts/client/document.ts'
import { nameMethod } from '../../scripts/client/names.ts'
import { readMethods, writeMethods } from '../../scripts/client/operations.ts'
import { typeOf } from '../../scripts/client/types.ts'

test.each([
  ['createPayment', 'payments.create'],
  ['listGasWallets', 'gasWallets.list'],
  ['listAllCharges', 'charges.list'],
  ['getCustomerAccess', 'customerAccess.get'],
  ['readPolicy', 'policies.read'],
  ['redeliverEvent', 'events.redeliver'],
  ['redeliverEvents', 'events.redeliverMany'],
  ['getSubscriptionStatus', 'subscriptionStatus.get'],
  ['advanceTestClock', 'testClock.advance'],
])('%s becomes %s', (operationId, name) => {
  expect(nameMethod(operationId).join('.')).toBe(name)
})

const answer = { content: { 'application/json': { schema: { type: 'object' } } } }
const documentOf = (...operationIds: string[]): Document => ({
  paths: Object.fromEntries(
    operationIds.map((operationId, index) => [
      `/path-${index}/{id}`,
      { get: { operationId, responses: { 200: answer } } },
    ]),
  ),
  webhooks: {},
  components: { schemas: {} },
})

test('an operation that gives no name, a name twice, or no JSON is refused with what to do', () => {
  expect(() => readMethods(documentOf('payments'))).toThrow('call it a verb and a noun')
  expect(() => readMethods(documentOf('getStatus', 'getStatus'))).toThrow(
    'two operations are called status.get: name one in scripts/client/names.ts',
  )
  const silent = documentOf('getPlan')
  silent.paths['/path-0/{id}']!['get']!.responses = { 204: {} }
  expect(() => readMethods(silent)).toThrow('getPlan answers no application/json')
})

test('a resource that stands alone in its answer is what the method gives, so its schema needs a name', () => {
  const document = documentOf('getPlan')
  const operation = document.paths['/path-0/{id}']!['get']!
  const inline = { type: 'object', properties: { id: { type: 'string' } } }
  const answerOf = (plan: object) => ({
    content: { 'application/json': { schema: { type: 'object', properties: { plan } } } },
  })
  operation.responses = { 200: answerOf(inline) }
  expect(() => readMethods(document)).toThrow("getPlan answers an object 'plan' without a name")
  operation.responses = { 200: answerOf({ $ref: '#/components/schemas/Plan' }) }
  const { table, types } = writeMethods(readMethods(document))
  expect(table).toContain("gives: 'plan'")
  expect(types).toContain('Promise<Plan>')
})

test('a method takes what stands in the path, then its options, and names its answer', () => {
  const { table, types } = writeMethods(readMethods(documentOf('getPlan')))
  expect(table).toContain("get: { path: '/path-0/{id}' }")
  expect(types).toContain('get(id: string, options?: CallOptions): Promise<GetPlanAnswer>')
})

test('schemas of every form become types', () => {
  const type = (schema: object, side: 'sent' | 'received' = 'received') => typeOf(schema, side)
  expect(type({ enum: ['a', 'b', null] })).toBe("'a' | 'b' | null")
  expect(type({ type: ['string', 'null'] })).toBe('string | null')
  expect(type({ type: 'array', items: { enum: ['a', 'b'] } })).toBe("Array<'a' | 'b'>")
  expect(type({ anyOf: [{ $ref: '#/components/schemas/Plan' }, { type: 'null' }] })).toBe(
    'Plan | null',
  )
  expect(type({ type: 'string', format: 'date-time' })).toBe('string')
  expect(type({ type: 'string', format: 'date-time' }, 'sent')).toBe('string | Date')
  expect(type({ type: 'object', additionalProperties: { type: 'integer' } })).toBe(
    'Record<string, number>',
  )
  expect(type({ type: 'object', properties: { 'a-b': { const: 1 } }, required: ['a-b'] })).toBe(
    "{\n  'a-b': 1\n}",
  )
  expect(type({})).toBe('unknown')
  expect(() => type({ $ref: 'other.json' })).toThrow("other.json is no component's schema")
})
