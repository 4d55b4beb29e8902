import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPayment, newReadyMerchant, startWorld, type World } from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
const path = '/integration/payments'

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

const create = (changes: Record<string, unknown>) => merchant.post(path, newPayment(changes))
/** An object of so many levels, itself counted. */
const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) })

describe('metadata', () => {
  test.each([
    { order: 4711 },
    {},
    { z: 1, a: [1, 'two', null, true, { b: [] }], '': '' },
    { 'ключ 中文 🙂': '☕', quote: '"\\\n\t</script>' },
    { small: 0.1, negative: -5, most: Number.MAX_SAFE_INTEGER, tiny: 1e-7 },
    { toString: 'x', hasOwnProperty: 1, constructor: { prototype: { admin: true } } },
    nested(8),
    '',
    'order 7',
    '{"order": 7}',
    'null',
    'Zoë ☕ 中文 🙂',
    'x'.repeat(4_094),
    { a: 'x'.repeat(4_088) },
  ])('%j comes back as it was sent (S4.1-3)', async (metadata) => {
    const { status, body } = await create({ metadata })
    expect(status).toBe(201)
    const read = await merchant.get(`${path}/${body.payment.id}`)
    for (const payment of [body.payment, read.body.payment])
      expect(JSON.stringify(payment.metadata)).toBe(JSON.stringify(metadata))
  })

  test('with __proto__ comes back, and harms nothing', async () => {
    const sent = '{"__proto__":{"isAdmin":true},"a":1}'
    const text = JSON.stringify(newPayment()).replace(/\}$/, `,"metadata":${sent}}`)
    const { status, body } = await merchant.post(path, text)
    expect(status).toBe(201)
    expect(JSON.stringify(body.payment.metadata)).toBe(sent)
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  test.each([
    '{"x":1.50,"y":-0.1}',
    '{"x":0.30000000000000004,"y":1e3,"z":1.5E-7}',
    '{"x":1000000000000000.0,"y":5e-324}',
    '{"x":"1.234567890123456789","y\\"":"-0 [[{ 1e999","z":0}',
  ])('with the numbers of %s is taken (S4.1-3)', async (metadata) => {
    const text = JSON.stringify(newPayment()).replace(/\}$/, `,"metadata":${metadata}}`)
    const { status, body } = await merchant.post(path, text)
    expect(status).toBe(201)
    expect(body.payment.metadata).toEqual(JSON.parse(metadata))
  })

  test.each([[null], [undefined]])('that is %j is none', async (metadata) => {
    const { status, body } = await create({ metadata })
    expect([status, body.payment?.metadata]).toEqual([201, null])
  })

  test.each([
    ['a number', 7, 'it is 7'],
    ['true', true, 'it is true'],
    ['a list', [{ order: 7 }], 'it is a list'],
    ['a text of 4,097 bytes', 'x'.repeat(4_095), 'at most 4096 bytes as JSON; it has 4097'],
    ['many bytes in few characters', '☕'.repeat(1_400), 'it has 4202'],
    ['an object of 4,097 bytes', { a: 'x'.repeat(4_089) }, 'it has 4097'],
    ['9 levels', nested(9), 'more than 8 levels deep'],
    ['a list nested in an object', { a: [[[[[[[[1]]]]]]]] }, 'more than 8 levels deep'],
    ['an integer that others lose digits of', { id: 12345678901234567000 }, 'send it as a text'],
  ])('that is %s is refused by name', async (_, metadata, message) => {
    const { status, body } = await create({ metadata })
    expect(status).toBe(400)
    expect(body.fields).toEqual([{ path: 'metadata', message: expect.stringContaining(message) }])
  })

  test.each([
    ['a number beyond all numbers', '{"a":1e400}'],
    ['an integer with too many digits', '{"a":[{"b":9007199254740993}]}'],
    ['a fraction with more digits than are kept', '{"x":1.234567890123456789}'],
    ['a smaller one', '{"x":0.1234567890123456789}'],
    ['a number smaller than all numbers', '{"x":1e-400}'],
    ['a zero with a sign', '{"x":-0}'],
    ['a zero with a sign and digits', '{"x":[-0.00]}'],
    ['9,000 levels', `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`],
    ['30,000 lists', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['NUL in a text', '"a\\u0000b"'],
    ['NUL in a key', '{"a\\u0000":1}'],
    ['half of a surrogate pair', '{"a":"\\ud800"}'],
  ])('with %s is answered 400', async (_, metadata) => {
    const text = JSON.stringify(newPayment()).replace(/\}$/, `,"metadata":${metadata}}`)
    const { status, body } = await merchant.post(path, text)
    expect([status, body.code]).toEqual([400, 'BadRequest'])
    expect(body.fields).toHaveLength(1)
  })
})

describe('the description', () => {
  test.each(['', 'Coffee ☕', '<b>bold</b>', '{{7*7}}', 'x'.repeat(1_000)])(
    '%j is kept as it is (S4.1-3)',
    async (description) => {
      const { status, body } = await create({ description })
      expect([status, body.payment.description]).toEqual([201, description])
    },
  )

  test.each([
    ['x'.repeat(1_001), 'must have at most 1000 characters; it has 1001'],
    [7, 'must be a text; it is 7'],
    [['a'], 'must be a text; it is a list'],
  ])('%j is refused by name', async (description, message) => {
    const { status, body } = await create({ description })
    expect(status).toBe(400)
    expect(body.fields).toEqual([{ path: 'description', message }])
  })

  test('with NUL is refused', async () => {
    expect((await create({ description: 'a\u0000b' })).status).toBe(400)
  })
})

test.each(['name', 'id', 'status', 'receiver', 'depositAddress', 'paidAmount', 'network'])(
  '%s is no field of this call (S4.1-3)',
  async (field) => {
    const { status, body } = await create({ [field]: 'x' })
    expect(status).toBe(400)
    expect(body.fields).toEqual([
      {
        path: field,
        message: expect.stringMatching(/^is not a field of this call, which takes amount, /),
      },
    ])
  },
)
