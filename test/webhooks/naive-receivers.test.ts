/** Receivers as people write them at first: the check names the rule that each breaks, and no other. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createWebhooks } from '../../packages/node/src/index.ts'
import { wait } from '../../src/shared/time.ts'
import { type Done, findBroken, key, readEvent, rightWay, type Way } from './shop-servers.ts'

const signatureRules = {
  wrongSecret: 'rule-signature',
  emptySecret: 'rule-signature',
  changedBody: 'rule-signature',
  noSignature: 'rule-signature',
}

const read = ({ headers }: IncomingMessage, name: string) => String(headers[name] ?? '')
const hmac = (text: string | Buffer) => createHmac('sha256', key.apiSecret).update(text)
const isDigest = (request: IncomingMessage, body: Buffer) =>
  read(request, 'x-sp-digest') === hmac(body).digest('hex')
const isSignature = (request: IncomingMessage, body: Buffer) => {
  const signed = `${read(request, 'webhook-id')}.${read(request, 'webhook-timestamp')}.${body.toString()}`
  return read(request, 'webhook-signature') === `v1,${hmac(signed).digest('base64')}`
}
const isFresh = (request: IncomingMessage) =>
  Math.abs(Date.now() / 1_000 - Number(read(request, 'webhook-timestamp'))) < 300

const takeWhere = (is: (request: IncomingMessage, body: Buffer) => boolean): Way => {
  return ({ request, body, done }) => {
    if (!is(request, body)) return { status: 401 }
    return takeRightly(body, done)
  }
}
function takeRightly(body: Buffer, done: Done) {
  done.actRightly(readEvent(body))
  return { status: 204 }
}

test('an endpoint built with the client breaks none', async () => {
  expect(await findBroken(rightWay)).toEqual({})
})

test('a receiver that verifies webhook-signature and its time alone, as libraries do, breaks none', async () => {
  const way = takeWhere((request, body) => isSignature(request, body) && isFresh(request))
  expect(await findBroken(way)).toEqual({})
})

test('a receiver that verifies no signature breaks the rules of signature and time', async () => {
  const broken = await findBroken(({ body, done }) => takeRightly(body, done))
  expect(broken).toEqual({
    ...signatureRules,
    eitherSignature: 'rule-signature',
    staleTimestamp: 'rule-time',
    futureTimestamp: 'rule-time',
    renewedTimestamp: 'rule-time',
    leftOutTimestamp: 'rule-time',
  })
})

test('a receiver that compares no signature but looks at the time breaks the rule of the signature, and of kept calls', async () => {
  const broken = await findBroken(takeWhere(isFresh))
  expect(broken).toEqual({
    wrongSecret: 'rule-signature',
    emptySecret: 'rule-signature',
    changedBody: 'rule-signature',
    eitherSignature: 'rule-signature',
    renewedTimestamp: 'rule-time',
  })
})

test('a receiver that acts before checking breaks the same rules, although everything wrong is answered 401', async () => {
  const broken = await findBroken(async ({ body, check, done }) => {
    done.actRightly(readEvent(body))
    await check()
    return { status: 204 }
  })
  expect(broken).toEqual({
    ...signatureRules,
    staleTimestamp: 'rule-time',
    futureTimestamp: 'rule-time',
    renewedTimestamp: 'rule-time',
    leftOutTimestamp: 'rule-time',
  })
})

test('a receiver that takes an empty signature for none that is to be compared breaks the rule of the signature', async () => {
  const way: Way = async ({ request, body, check, done }) => {
    const isUnsigned = 'x-sp-digest' in request.headers && read(request, 'x-sp-digest') === ''
    if (!isUnsigned) await check()
    return takeRightly(body, done)
  }
  expect(await findBroken(way)).toEqual({ emptySecret: 'rule-signature' })
})

test('a receiver that looks for a signature only where there is one breaks the rule of the signature, and of the time', async () => {
  const way: Way = async ({ request, body, check, done }) => {
    if ('webhook-signature' in request.headers) await check()
    return takeRightly(body, done)
  }
  expect(await findBroken(way)).toEqual({
    noSignature: 'rule-signature',
    leftOutTimestamp: 'rule-time',
  })
})

test('a receiver that verifies the JSON written again instead of the bytes breaks the rule of the signature', async () => {
  const webhooks = createWebhooks({ secrets: { [key.apiKey]: key.apiSecret } })
  const way: Way = async ({ request, body, done }) => {
    await webhooks.unwrap(JSON.stringify(JSON.parse(body.toString())), request.headers)
    return takeRightly(body, done)
  }
  expect(await findBroken(way)).toEqual({ rawBody: 'rule-signature' })
})

test('a receiver that is content with either signature breaks the rule of the signature, and of the time', async () => {
  const way = takeWhere(
    (request, body) => isDigest(request, body) || (isSignature(request, body) && isFresh(request)),
  )
  expect(await findBroken(way)).toEqual({
    eitherSignature: 'rule-signature',
    staleTimestamp: 'rule-time',
    futureTimestamp: 'rule-time',
    renewedTimestamp: 'rule-time',
    leftOutTimestamp: 'rule-time',
  })
})

test('a receiver that goes by the digest alone breaks the rule of the time, and no other', async () => {
  expect(await findBroken(takeWhere(isDigest))).toEqual({
    staleTimestamp: 'rule-time',
    futureTimestamp: 'rule-time',
    renewedTimestamp: 'rule-time',
    leftOutTimestamp: 'rule-time',
  })
})

test('a receiver that looks at a time that the digest does not cover is found by a kept call under a new one', async () => {
  const way = takeWhere((request, body) => isDigest(request, body) && isFresh(request))
  expect(await findBroken(way)).toEqual({ renewedTimestamp: 'rule-time' })
})

test('a receiver that verifies signatures and no time breaks the rule of the time', async () => {
  expect(await findBroken(takeWhere(isSignature))).toEqual({
    staleTimestamp: 'rule-time',
    futureTimestamp: 'rule-time',
  })
})

test('a receiver that remembers no event breaks the rule of the event id', async () => {
  const broken = await findBroken(async ({ check, done }) => {
    const event = await check()
    done.act(event, Math.max(done.newestOf(event), event.sequence))
    return { status: 204 }
  })
  expect(broken).toEqual({ duplicates: 'rule-event-id', duplicatesAtOnce: 'rule-event-id' })
})

test('a receiver that refuses a repetition breaks the rule of the event id', async () => {
  const broken = await findBroken(async ({ check, done }) => {
    const event = await check()
    if (done.isHandled(event)) return { status: 409, body: 'seen already' }
    done.actRightly(event)
    return { status: 204 }
  })
  expect(broken).toEqual({ duplicates: 'rule-event-id', duplicatesAtOnce: 'rule-event-id' })
})

test('a receiver that looks whether an event was handled and marks it later is found by two at once', async () => {
  const broken = await findBroken(async ({ check, done }) => {
    const event = await check()
    const isHandled = done.isHandled(event)
    await wait(50)
    if (!isHandled) done.act(event, Math.max(done.newestOf(event), event.sequence))
    return { status: 204 }
  })
  expect(broken).toEqual({ duplicatesAtOnce: 'rule-event-id' })
})

test('a receiver that judges age by when the event happened breaks the rule of the event id', async () => {
  const broken = await findBroken(async ({ body, check, done }) => {
    const event = await check()
    const { eventTs } = JSON.parse(body.toString()) as { eventTs: string }
    if (Date.now() - Date.parse(eventTs) > 300_000) return { status: 400, body: 'too old' }
    done.actRightly(event)
    return { status: 204 }
  })
  expect(broken).toEqual({ oldEvent: 'rule-event-id' })
})

test('a receiver that trusts the order of arrival breaks the rule of the sequence', async () => {
  const broken = await findBroken(async ({ check, done }) => {
    const event = await check()
    if (!done.isHandled(event)) done.act(event, event.sequence)
    return { status: 204 }
  })
  expect(broken).toEqual({ reorder: 'rule-sequence', gapAndDelay: 'rule-sequence' })
})

test('a receiver that refuses what comes out of order breaks the rule of the sequence', async () => {
  const broken = await findBroken(async ({ check, done }) => {
    const event = await check()
    if (event.sequence > done.newestOf(event) + 1) return { status: 409, body: 'too early' }
    done.actRightly(event)
    return { status: 204 }
  })
  expect(broken).toEqual({ reorder: 'rule-sequence', gapAndDelay: 'rule-sequence' })
})

test('a receiver that knows tests alone, or a list of types, or of fields, breaks the rule of what is unknown', async () => {
  const refuse = (isUnknown: (event: Record<string, unknown>) => boolean): Way => {
    return async ({ body, check, done }) => {
      await check()
      if (isUnknown(JSON.parse(body.toString()))) return { status: 422, body: 'unknown' }
      return takeRightly(body, done)
    }
  }
  expect(await findBroken(refuse(({ eventType }) => eventType !== 'WebhookTest'))).toEqual({
    unknownEventType: 'rule-unknown',
    everyType: 'rule-unknown',
  })
  expect(await findBroken(refuse(({ eventType }) => eventType === 'SomethingOfLater'))).toEqual({
    unknownEventType: 'rule-unknown',
  })
  expect(await findBroken(refuse((event) => 'somethingOfLater' in event))).toEqual({
    unknownField: 'rule-unknown',
  })
  expect(await findBroken(refuse(({ eventType }) => eventType === 'GasWalletLow'))).toEqual({
    everyType: 'rule-unknown',
  })
})

test('a receiver that does the work before the answer breaks the rule of the answer', async () => {
  const answerMs = 200
  const broken = await findBroken(
    async ({ request, check, done }) => {
      const event = await check()
      await once(request.socket, 'close')
      done.actRightly(event)
      return { status: 204 }
    },
    { answerMs },
  )
  expect(broken).toEqual({ signedEvent: 'rule-answer' })
})

test('a receiver that works for two at a time, or takes short bodies alone, breaks the rule of the answer', async () => {
  let underWay = 0
  const twoAtATime: Way = async ({ check, done }) => {
    const event = await check()
    // Two at the same moment are those of the rule of the event id.
    if (underWay >= 2) return { status: 503 }
    underWay += 1
    await wait(20)
    underWay -= 1
    done.actRightly(event)
    return { status: 204 }
  }
  expect(await findBroken(twoAtATime)).toEqual({ manyAtOnce: 'rule-answer' })
  const short: Way = (call) => (call.body.length > 64 * 1_024 ? { status: 413 } : rightWay(call))
  expect(await findBroken(short)).toEqual({ longestBody: 'rule-answer' })
})

test('a receiver that takes the first piece of a body for the whole breaks the rule of the answer', async () => {
  const readBody = async (request: IncomingMessage) =>
    request.method === 'GET' ? Buffer.alloc(0) : ((await once(request, 'data'))[0] as Buffer)
  expect(await findBroken(rightWay, { readBody })).toEqual({
    slowConnection: 'rule-answer',
    longestBody: 'rule-answer',
  })
})
