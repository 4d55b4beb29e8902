/** Tokens that set a password, tried by who should not have one: stolen sessions, races, the demo. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Started } from '../../src/main.ts'
import { createAccount, setPassword } from '../../src/store/people/accounts.ts'
import { issueLink } from '../../src/store/people/account-links.ts'
import { asReal, newVisitor, startPlace } from './world.ts'

type Visitor = ReturnType<typeof newVisitor>

const password = 'a password of some length'
const proof = { password }
const actor = { by: 'a test', from: null, isDemo: false }

let place: Awaited<ReturnType<typeof startPlace>>
let started: Started
let operator: Visitor
let people = 0
beforeAll(async () => {
  place = await startPlace()
  started = await place.start(undefined, { TRUST_PROXY: '1' })
  operator = (await newOperator()).person
})
afterAll(() => place.stop())

const visitor = (service = started) => newVisitor(service, `10.2.0.${++people}`)

/** An operator who is not the demo's, logged in. */
async function newOperator() {
  const email = `operator-${++people}@example.test`
  const id = await createAccount(started.service, { email, password, role: 'Operator' })
  const person = visitor()
  expect((await person.logIn(email, password)).status).toBe(200)
  return { id, email, person }
}

const act = (what: string, id: string, body: object = proof, by = operator) =>
  by.call('POST', `/operator/accounts/${id}/${what}`, body)
const use = (token: string, service = started) =>
  visitor(service).call('POST', '/account-link', { token, password: 'another one, longer' })

test('one of several resets issued at once works', async () => {
  const { id } = await newOperator()
  const reset = () => issueLink(started.service, id, 'reset', actor)
  const issued = await Promise.all(Array.from({ length: 6 }, reset))
  const statuses = []
  for (const { token } of issued) statuses.push((await use(token)).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})

test('a token is dead once its owner changes the password', async () => {
  const { id, person } = await newOperator()
  const { body } = await act('reset', id)
  const change = { currentPassword: password, newPassword: 'chosen by its owner' }
  expect((await person.call('POST', '/password', change)).status).toBe(200)
  expect((await use(body.reset.token)).status).toBe(404)
})

test('a token that is used while the password is changed never wins over the change', async () => {
  const { id, email } = await newOperator()
  const { token } = await issueLink(started.service, id, 'reset', actor)
  await Promise.all([
    use(token),
    setPassword(started.service, id, 'chosen by its owner', { actor }),
  ])
  expect((await use(token)).status).toBe(404)
  const ways = ['another one, longer', 'chosen by its owner'].map((one) =>
    visitor().logIn(email, one),
  )
  const statuses = (await Promise.all(ways)).map(({ status }) => status)
  expect(statuses).toEqual([403, 200])
})

test('disabling ends a token for good, and a disabled account gets none', async () => {
  const { id } = await newOperator()
  const before = await act('reset', id)
  await act('disable', id)
  expect((await use(before.body.reset.token)).status).toBe(404)
  expect(await act('reset', id)).toMatchObject({ status: 403 })
  const { token } = await issueLink(started.service, id, 'reset', actor)
  expect((await use(token)).status).toBe(404)
  await act('enable', id)
  expect((await use(before.body.reset.token)).status).toBe(404)
  expect((await use(token)).status).toBe(404)
})

test("an operator's session alone takes over no account", async () => {
  const { id, email } = await newOperator()
  for (const what of ['reset', 'disable', 'enable']) {
    expect(await act(what, id, {})).toMatchObject({ status: 400 })
    expect(await act(what, id, { password: 'not my password' })).toMatchObject({ status: 403 })
  }
  const invite = (body: object) =>
    operator.call('POST', '/operator/accounts', { role: 'Operator', email: 'x@x.test', ...body })
  expect((await invite({})).status).toBe(400)
  expect((await invite({ password: 'not my password' })).status).toBe(403)
  expect((await visitor().logIn(email, password)).status).toBe(200)
  expect((await invite(proof)).status).toBe(201)
})

test("the demo's operator acts on accounts of the demo only", async () => {
  const { email, password: printed } = started.demo!.operator
  const demo = visitor()
  await demo.logIn(email, printed)
  const known = { password: printed }
  const { id, person } = await newOperator()
  for (const what of ['reset', 'disable', 'enable', 'end-sessions'])
    expect(await act(what, id, known, demo)).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/of the demo only/) },
    })
  expect((await person.call('GET', '/me')).status).toBe(200)

  const shop = { name: 'Real', email: `shop-${++people}@example.test` }
  const { id: merchantId } = (await operator.call('POST', '/operator/merchants', shop)).body
  const colleague = { role: 'Owner', email: 'thief@example.test', merchantId, ...known }
  expect((await demo.call('POST', '/operator/accounts', colleague)).status).toBe(403)
})

test('tokens that the demo issued are dead where a chain is not local', async () => {
  const { email, password: printed } = started.demo!.operator
  const demo = visitor()
  await demo.logIn(email, printed)
  const wanted = { role: 'Operator', email: 'left-behind@example.test', password: printed }
  const invited = await demo.call('POST', '/operator/accounts', wanted)
  expect(invited.status).toBe(201)
  const { id } = await newOperator()
  const byDemo = await issueLink(started.service, id, 'reset', { ...actor, isDemo: true })
  const { id: another } = await newOperator()
  const genuine = await act('reset', another)

  const real = await place.start(asReal(place, started.demo!.devJson), {
    TRUST_PROXY: '1',
    MASTER_KEY_FILE: join(place.directory, 'master.key'),
  })
  expect((await use(invited.body.invitation.token, real)).status).toBe(404)
  expect((await use(byDemo.token, real)).status).toBe(404)
  expect((await use(genuine.body.reset.token, real)).status).toBe(200)
  await real.stop()
})
