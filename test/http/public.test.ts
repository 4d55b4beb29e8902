import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../dashboard/world.ts'
import { send } from './client.ts'
import { newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

let world: World
let contract: string
const hintPath = '/integration/subscriptions/hint-update-state'

beforeAll(async () => {
  world = await startWorld()
  const merchant = await newReadyMerchant(world)
  const { body } = await merchant.post(
    '/integration/subscriptions',
    newSubscription(merchant.planId),
  )
  contract = body.contractAddress
})
afterAll(() => world.stop())

const statusOf = (address: string) =>
  send(`${world.url}/integration/subscriptions/${address}/status`, 'GET')
const hint = (body: unknown) =>
  send(`${world.url}${hintPath}`, 'POST', {
    headers: { 'content-type': 'application/json', origin: 'https://shop.example' },
    body: JSON.stringify(body),
  })

describe('the status of a subscription', () => {
  test('is told to anybody, from any origin, and nothing else is', async () => {
    const { status, headers, body } = await statusOf(contract)
    expect(status).toBe(200)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(body).toEqual({ status: 'Draft', allowance: '0 tUSDC' })
  })

  test('is found in any letter case, with whatever query', async () => {
    expect((await statusOf(contract.toLowerCase())).status).toBe(200)
    expect(
      (await send(`${world.url}/integration/subscriptions/${contract}/status?_=1`, 'GET')).status,
    ).toBe(200)
  })

  test('of an unknown address is answered 404, also across origins', async () => {
    const { status, headers, body } = await statusOf(addressOf('55'))
    expect([status, body.code]).toEqual([404, 'SubscriptionNotFound'])
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  test('of what is no address is answered 400', async () => {
    expect((await statusOf('hello')).status).toBe(400)
  })
})

describe('a hint', () => {
  const hash = `0x${'aB'.repeat(32)}`

  test.each([
    ['with a hash', { blockchain: 'LocalTestNet', hash }],
    ['with a hash in upper case', { blockchain: 'LocalTestNet', hash: hash.toUpperCase() }],
    ['without a hash', { blockchain: 'LocalTestNet' }],
    ['with an empty hash', { blockchain: 'LocalTestNet', hash: null }],
    ['with fields of its own', { blockchain: 'LocalTestNet', hash, contractAddress: 'x' }],
  ])('%s is accepted', async (_, body) => {
    const answer = await hint(body)
    expect([answer.status, answer.body]).toEqual([200, { isAccepted: true }])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test.each([
    ['of an unknown chain', { blockchain: 'Nowhere', hash }, 'blockchain'],
    ['without a chain', { hash }, 'blockchain'],
    ['with a hash that is none', { blockchain: 'LocalTestNet', hash: '0x12' }, 'hash'],
  ])('%s is answered 400', async (_, body, field) => {
    const answer = await hint(body)
    expect(answer.status).toBe(400)
    expect(answer.body.fields[0].path).toBe(field)
  })

  test('says which form a hash has', async () => {
    const { body } = await hint({ blockchain: 'LocalTestNet', hash: '0x12' })
    expect(body.message).toMatch(
      /^hash must be 0x and 64 hexadecimal digits, such as 0x.*; it is '0x12'$/,
    )
  })

  test("passes a browser's preflight", async () => {
    const { status, headers } = await send(`${world.url}${hintPath}`, 'OPTIONS', {
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-methods')).toBe('POST')
    expect(headers.get('access-control-allow-headers')).toBe('*')
  })
})

test('no other call is open to browsers of other origins (S1-17, S5.1-5)', async () => {
  const { headers } = await send(`${world.url}/integration/subscriptions`, 'GET', {
    headers: { origin: 'https://shop.example' },
  })
  expect(headers.get('access-control-allow-origin')).toBeNull()
})
