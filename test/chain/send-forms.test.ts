/** In which forms nodes, and what stands before them, refuse bytes, and which of these are no refusal. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { classifySendRefusal, detailsOf } from '../../src/chain/chain-errors.ts'
import { broadcastTransaction, connectChain } from '../../src/chain/clients.ts'
import { isTriedAgainst } from '../../src/sending/raise-refused.ts'
import { localChains } from '../../src/shared/chains.ts'
import { type Answer, type RpcProxy, startRpcProxy } from './rpc-proxy.ts'

const words = 'transaction underpriced: gas tip cap 0, minimum needed 1'
const json = (answer: unknown, status = 200): Answer => ({ status, body: JSON.stringify(answer) })
const code = -32_000

let proxy: RpcProxy
beforeAll(async () => {
  proxy = await startRpcProxy(() => '')
})
afterAll(() => proxy.stop())

async function send(answer: Answer) {
  proxy.behaviour = async () => answer
  // A new connection: no pace was learnt from the form before.
  const { nodes } = connectChain({ ...localChains[0]!, rpcUrls: [proxy.url] })
  return broadcastTransaction(nodes, '0x02')
}

test.each<[string, Answer]>([
  ['an object with a code', json({ error: { code, message: words } })],
  ['a text in place of the object', json({ error: words })],
  ['an object without a code', json({ error: { message: words } })],
  ['a code that is a text', json({ error: { code: '-32000', message: words } })],
  ['words in data alone', json({ error: { code, message: null, data: words } })],
  [
    'words in data beside others',
    json({ error: { code, message: 'Internal error', data: words } }),
  ],
  ['words in an object of data', json({ error: { code, message: '', data: { message: words } } })],
  [
    'words in the original error',
    json({
      error: { code, message: 'Internal error', data: { originalError: { message: words } } },
    }),
  ],
  [
    'words in the original error, without data',
    json({ error: { code, message: 'Internal error', originalError: { message: words } } }),
  ],
  ['a batch of one', json([{ error: { code, message: words } }])],
  ['text by HTTP 400', { status: 400, body: words }],
  ['text by HTTP 403', { status: 403, body: words }],
  ['text by HTTP 500', { status: 500, body: words }],
  ['a message by HTTP 400', json({ message: words }, 400)],
  ['a text as error by HTTP 403', json({ error: words }, 403)],
  ['an object with a code by HTTP 500', json({ error: { code, message: words } }, 500)],
  ['an object with a code by HTTP 503', json({ error: { code, message: words } }, 503)],
])('%s is a refusal in the words of the node', async (_, answer) => {
  const { accepted, refusals, limits } = await send(answer)
  expect({ accepted, limits }).toEqual({ accepted: 0, limits: [] })
  expect(refusals.map(classifySendRefusal)).toEqual(['underpriced'])
  expect(detailsOf(refusals[0])).toContain(words)
})

test.each<[string, Answer, string]>([
  ['an error without words', json({ error: { code } }), '{"code":-32000}'],
  ['HTTP 422 without words', { status: 422, body: '' }, 'HTTP 422'],
  ['no hash', json({ result: null }), 'cannot be read'],
  ['unknown words with a code of Besu', json({ error: { code: -32_005, message: 'no' } }), 'no'],
  ['words about a rate', json({ error: { code, message: 'no rate for you' } }), 'rate'],
  ['words about credits', json({ error: { code, message: 'no credits for gas' } }), 'credits'],
  ['words about a quota by HTTP 403', { status: 403, body: 'monthly quota exceeded' }, 'quota'],
  [
    'words about capacity',
    json({ error: { code, message: 'transaction pool capacity exceeded' } }),
    'capacity',
  ],
])('%s is a refusal that is not clear', async (_, answer, said) => {
  const { accepted, refusals, limits } = await send(answer)
  expect({ accepted, limits }).toEqual({ accepted: 0, limits: [] })
  expect(refusals.map(classifySendRefusal)).toEqual(['unclear'])
  expect(detailsOf(refusals[0])).toContain(said)
})

test.each<[string, Answer]>([
  ['HTTP 503 without an error', { status: 503, body: 'no server is available' }],
  ['HTTP 504', { status: 504, body: words }],
  ['HTTP 401', { status: 401, body: 'this key is not known' }],
  ['HTTP 525', { status: 525, body: 'error code: 525' }],
  ['a page by HTTP 403', { status: 403, body: '<!DOCTYPE html><title>Are you human?</title>' }],
])('%s is no answer of a node', async (_, answer) => {
  expect(await send(answer)).toEqual({ accepted: 0, refusals: [], limits: [] })
})

test.each<[string, Answer]>([
  ['HTTP 429', { status: 429, body: 'slow down' }],
  ['the code 429', json({ error: { code: 429, message: 'capacity of your plan' } })],
  ['"too many requests"', json({ error: { code: -32_005, message: 'Too Many Requests' } })],
  ['"rate limit"', json({ error: { code, message: 'call rate limit exhausted' } })],
])('%s is a limit of requests', async (_, answer) => {
  const { accepted, refusals, limits } = await send(answer)
  expect({ accepted, refusals }).toEqual({ accepted: 0, refusals: [] })
  expect(limits).toHaveLength(1)
})

test('a batch of one that holds a hash says that the bytes were taken', async () => {
  expect(await send(json([{ result: `0x${'ab'.repeat(32)}` }]))).toMatchObject({ accepted: 1 })
})

test('a limit of requests is believed twice, and words that nobody knows once', () => {
  const afterLimits = (AskedTooOften: number) =>
    isTriedAgainst('limited', { sightings: { AskedTooOften } })
  expect([0, 1, 2].map(afterLimits)).toEqual([false, false, true])
  const afterWords = (NotTaken: number) => isTriedAgainst('unclear', { sightings: { NotTaken } })
  expect([0, 1].map(afterWords)).toEqual([false, true])
  expect(isTriedAgainst('limited', { sightings: { NotTaken: 9 } })).toBe(false)
})
