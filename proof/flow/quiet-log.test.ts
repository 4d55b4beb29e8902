/** However much is logged, and whatever goes wrong: no secret that passes through the service stands in the log. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGasKey } from '../../src/store/merchants/gas-wallets.ts'
import { findApiKey } from '../../src/store/merchants/api-keys.ts'
import { sessionOf } from '../../test/http/sessions.ts'
import { newVisitor } from '../../test/people/world.ts'
import { takeMoney } from '../../test/support/take-money.ts'
import { type FlowWorld, startWorld } from '../../test/flow/world.ts'

const masterKey = randomBytes(32).toString('base64')
const lines: string[] = []
/** These must stand in no line; each has a name. */
const secrets = new Map([['the master key', masterKey]])

let world: FlowWorld
beforeAll(async () => {
  const changes = { LOG_LEVEL: 'trace', MASTER_KEY: masterKey }
  world = await startWorld(changes, { write: (line) => void lines.push(line) })
  const { apiKey, apiSecret, password } = world.merchant.dev.merchant
  secrets.set('the secret of an API key', apiSecret)
  secrets.set('Basic credentials', btoa(`${apiKey}:${apiSecret}`))
  secrets.set('a password', password)
  await world.payer.earn(1_000)
})
afterAll(() => world?.stop())

/** People and a customer, with everything secret that they hold. */
async function letIn(): Promise<void> {
  const { dev } = world.merchant
  const { email, password } = dev.merchant
  const owner = newVisitor(world.service)
  await owner.logIn(email, password)
  secrets.set('the cookie of a session', owner.cookie.split('=')[1]!)
  const made = await owner.call('POST', '/test/api-keys', { label: 'another' })
  secrets.set('the secret of another API key', made.body.secret)
  const invited = await owner.call('POST', '/test/members', {
    email: 'a@example.test',
    role: 'Reader',
  })
  secrets.set('an invitation', invited.body.invitation.token)
  const wish = { customerId: 'c-1', may: 'manage' }
  const { token } = await world.merchant.post<{ token: string }>(
    '/integration/subscriptions/create-customer-token',
    wish,
  )
  secrets.set('the token of a customer', token)
  expect((await sessionOf(dev.baseUrl, token).get('/session/subscriptions')).status).toBe(200)
  const guess = 'a password that nobody has'
  secrets.set('a wrong password', guess)
  await newVisitor(world.service).logIn(email, guess)
}

/** A fault of the service under a call that carries secrets. */
async function meetFault(): Promise<void> {
  const { email, password } = world.merchant.dev.merchant
  const { pool } = world.service.service.database
  await pool.query('alter table session rename column proven_at to proven_at_that_is_gone')
  const { status } = await newVisitor(world.service).logIn(email, password)
  await pool.query('alter table session rename column proven_at_that_is_gone to proven_at')
  expect(status).toBe(500)
}

test('no line of a whole flow holds a secret, at the finest level and of a fault', async () => {
  const { service } = world.service
  await takeMoney(world.merchant, world.payer)
  await letIn()
  await meetFault()
  const { merchantId, network } = (await findApiKey(service, world.merchant.dev.merchant.apiKey))!
  const gasKey = await openGasKey(service, { merchantId, network }, 'LocalTestNet')
  secrets.set('the key of a gas wallet', gasKey.slice(2))

  const log = lines.join('')
  expect(log).toContain('answered 500')
  expect(lines.some((line) => ['trace', 'debug'].includes(JSON.parse(line).level))).toBe(true)
  const found = [...secrets].filter(([, secret]) => log.includes(secret)).map(([what]) => what)
  expect(found).toEqual([])
  expect([...secrets.values()].filter((secret) => !secret || secret.length < 10)).toEqual([])
})
