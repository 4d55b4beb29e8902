import fastify from 'fastify'
import { expect, test } from 'vitest'
import { createWebhooks, type Event, WebhookSignatureError } from '../../packages/node/src/index.ts'
import { signatureHeaders } from '../../src/webhooks/sign.ts'

const key = { name: 'test_shop', secret: 'a secret with ü' }
const other = { name: 'test_other', secret: 'another secret' }
const webhooks = createWebhooks({ secrets: { [key.name]: key.secret, [other.name]: other.secret } })

const event = {
  eventId: '1ChFppSHRc8Kv6xhvv6PFf',
  eventType: 'WebhookTest',
  eventTs: '2026-11-21T09:19:43.887Z',
  sequence: 1,
  test: { id: '1ChFppSHRLQgnExouC3wZA', message: 'Ünchanged.' },
}
const body = JSON.stringify(event)
const sign = ({ by = key, of = body, sentAt = new Date() } = {}) =>
  signatureHeaders(by, { eventId: event.eventId, body: of, sentAt })

test('what the service signs is taken, as text and as bytes, with headers of every kind, under each key', async () => {
  expect(await webhooks.unwrap(body, sign())).toEqual(event)
  expect(await webhooks.unwrap(Buffer.from(body), sign())).toEqual(event)
  expect(await webhooks.unwrap(await new Blob([body]).arrayBuffer(), new Headers(sign()))).toEqual(
    event,
  )
  expect(await webhooks.unwrap(body, sign({ by: other }))).toEqual(event)
  const upper = Object.entries(sign()).map(([name, value]) => [name.toUpperCase(), [value]])
  expect(await webhooks.unwrap(body, Object.fromEntries(upper))).toEqual(event)
  // Classes of frameworks' own, which are no `Headers` of this runtime.
  const foreign = new Map(Object.entries(sign())) as unknown as Headers
  expect(await webhooks.unwrap(body, foreign)).toEqual(event)
  const several = {
    ...sign(),
    'webhook-signature': `v2,x v1,${btoa('old')} ${sign()['webhook-signature']}`,
  }
  expect(await webhooks.unwrap(body, several)).toEqual(event)
})

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
test.each([
  ['a changed body', body.replace('1', '2'), sign(), 'x-sp-digest does not fit the body'],
  [
    'a guessed secret',
    body,
    sign({ by: { ...key, secret: 'guessed' } }),
    'x-sp-digest does not fit',
  ],
  [
    'a key that is not ours',
    body,
    sign({ by: { ...key, name: 'main_x' } }),
    "x-sp-key is 'main_x', and no secret is known for that key: give it in secrets",
  ],
  [
    'a key named as what every object has',
    body,
    sign({ by: { ...key, name: 'toString' } }),
    "x-sp-key is 'toString'",
  ],
  ['a recorded call', body, sign({ sentAt: ago(400) }), ' s old, and 300 s are allowed'],
  ['a call from the future', body, sign({ sentAt: ago(-400) }), 'or a clock is wrong'],
  [
    'a recorded call with a new time',
    body,
    { ...sign({ sentAt: ago(400) }), 'webhook-timestamp': `${Math.floor(Date.now() / 1_000)}` },
    'webhook-signature does not fit',
  ],
  ['no time', body, { ...sign(), 'webhook-timestamp': 'soon' }, "webhook-timestamp is 'soon'"],
  ['another id', body, { ...sign(), 'webhook-id': 'x' }, 'webhook-signature does not fit'],
  [
    'the id of another event, signed',
    body,
    signatureHeaders(key, { eventId: 'x', body, sentAt: new Date() }),
    "webhook-id is 'x' and the body's eventId",
  ],
  [
    'garbage for a signature',
    body,
    { ...sign(), 'webhook-signature': 'v1,%%% v1 ,' },
    'webhook-signature does not fit',
  ],
  [
    'a digest that is no hexadecimal',
    body,
    { ...sign(), 'x-sp-digest': 'zz' },
    'x-sp-digest does not fit',
  ],
  [
    'a missing header',
    body,
    { ...sign(), 'x-sp-digest': undefined },
    'the header x-sp-digest is missing',
  ],
])('%s is refused', async (_what, given, headers, message) => {
  const refusal = await webhooks.unwrap(given, headers).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(WebhookSignatureError)
  expect((refusal as Error).message).toContain(message)
})

test('a body that was parsed already is refused with the reason', async () => {
  // @ts-expect-error The compiler says it, too.
  await expect(webhooks.unwrap(event, sign())).rejects.toThrow('takes the raw body')
})

test('the handler answers a request as a webhook wants to be answered', async () => {
  const dealt: Event[] = []
  const errors: unknown[] = []
  const handle = webhooks.handler(
    (given) => {
      if (dealt.length > 0) throw new Error('the database is away')
      dealt.push(given)
    },
    { onError: (error) => errors.push(error) },
  )
  const call = async (init: RequestInit) => {
    const response = await handle(new Request('https://shop.example/webhooks', init))
    return { status: response.status, text: await response.text() }
  }
  expect(await call({ method: 'POST', headers: sign(), body })).toEqual({ status: 204, text: '' })
  expect(dealt).toEqual([event])
  const failed = await call({ method: 'POST', headers: sign(), body })
  expect(failed.status).toBe(500)
  expect(failed.text).not.toContain('database')
  expect((await call({ method: 'POST', headers: sign(), body: `${body} ` })).status).toBe(401)
  expect((await call({ method: 'GET' })).status).toBe(405)
  const large = 'x'.repeat(2 ** 20 + 1)
  expect((await call({ method: 'POST', headers: sign({ of: large }), body: large })).status).toBe(
    413,
  )
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      sent += 2 ** 16
      controller.enqueue(new Uint8Array(2 ** 16))
    },
  })
  const flood = { method: 'POST', headers: sign(), body: endless, duplex: 'half' } as RequestInit
  expect((await call(flood)).status).toBe(413)
  expect(sent).toBeLessThan(2 ** 21)
  expect(errors.map(String)).toEqual([
    'Error: the database is away',
    expect.stringMatching(/^WebhookSignatureError: x-sp-digest/),
  ])
})

test('the handler serves Fastify, as the README of the package shows', async () => {
  const dealt: Event[] = []
  const handle = webhooks.handler((given) => dealt.push(given))
  const app = fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, raw, done) => done(null, raw))
  app.post('/webhooks', async (request, reply) => {
    const url = `http://localhost${request.url}`
    const headers = request.headers as Record<string, string>
    return reply.send(
      await handle(new Request(url, { method: 'POST', headers, body: request.body as Buffer })),
    )
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const post = (given: string) =>
    fetch(`${address}/webhooks`, {
      method: 'POST',
      headers: { ...sign(), 'content-type': 'application/json' },
      body: given,
    })
  try {
    expect((await post(body)).status).toBe(204)
    expect((await post(`${body} `)).status).toBe(401)
    expect(dealt).toEqual([event])
  } finally {
    await app.close()
  }
})
