/** A merchant's own people, in the hands of its owners. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Dashboard,
  logIn,
  newColleague,
  newMerchant,
  type Person,
  startDashboard,
} from './service.ts'

let dashboard: Dashboard
let alice: Person & { merchantId: string }

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
})
afterAll(() => dashboard.stop())

type Listed = { id: string; email: string; role: string; isDisabled: boolean }
const members = async (by: Person = alice): Promise<Listed[]> =>
  (await by.call('GET', '/test/members')).body.members
const idOf = async (email: string) => (await members()).find((one) => one.email === email)!.id

test('an owner invites somebody by a link, and the role counts from the first login on', async () => {
  const invited = await alice.call('POST', '/test/members', {
    email: 'sam@example.test',
    role: 'Support',
  })
  const { token, url } = invited.body.invitation
  expect(url).toBe(`https://pay.example/dashboard/account-link#token=${token}`)
  const password = 'twelve characters'
  await alice.call('POST', '/account-link', { token, password })
  const sam = await logIn(dashboard, 'sam@example.test', password)
  expect((await sam.call('GET', '/me')).body).toMatchObject({
    role: 'Support',
    rights: { main: ['read', 'serve', 'sell'] },
    merchant: { id: alice.merchantId },
  })
  const again = await alice.call('POST', '/main/members', {
    email: 'sam@example.test',
    role: 'Reader',
  })
  expect(again.body.fields[0].path).toBe('email')
})

test('another role counts from the next call on', async () => {
  const rita = await newColleague(dashboard, alice.merchantId, 'Reader')
  expect((await rita.call('GET', '/test/api-keys')).status).toBe(403)
  const path = `/test/members/${await idOf(rita.email)}/role`
  expect((await alice.call('POST', path, { role: 'Manager' })).status).toBe(200)
  expect((await rita.call('GET', '/test/api-keys')).status).toBe(200)
  expect((await rita.call('POST', path, { role: 'Owner' })).status).toBe(403)
})

test('the last owner stays one, whoever asks and however often at once', async () => {
  const bob = await newMerchant(dashboard, 'bob')
  const [{ id }] = (await members(bob)) as [Listed]
  const demote = (by: Person, whom: string) =>
    by.call('POST', `/test/members/${whom}/role`, { role: 'Reader' })
  expect((await demote(bob, id)).body.code).toBe('LastOwner')
  expect((await bob.call('POST', `/test/members/${id}/disable`)).body.code).toBe('LastOwner')
  // Somebody who was invited and never came is no owner who could help.
  await bob.call('POST', '/test/members', { email: 'never@bob.test', role: 'Owner' })
  expect((await demote(bob, id)).body.code).toBe('LastOwner')

  const second = await newColleague(dashboard, bob.merchantId, 'Owner')
  const other = (await members(bob)).find(({ email }) => email === second.email)!.id
  const both = await Promise.all([demote(bob, other), demote(second, id)])
  expect(both.some(({ status }) => status !== 200)).toBe(true)
  const owners = await dashboard.database.pool.query(
    `select from account where merchant_id = $1 and role = 'Owner' and password_hash is not null`,
    [bob.merchantId],
  )
  expect(owners.rowCount).toBe(1)
})

test('a person who is shut out is out at once, and comes back by a new login only', async () => {
  const dora = await newColleague(dashboard, alice.merchantId, 'Developer')
  const id = await idOf(dora.email)
  expect((await alice.call('POST', `/test/members/${id}/disable`)).status).toBe(204)
  expect((await dora.call('GET', '/me')).status).toBe(401)
  expect((await alice.call('POST', `/test/members/${id}/reset`)).status).toBe(403)
  expect((await alice.call('POST', `/test/members/${id}/enable`)).status).toBe(204)
  expect((await dora.call('GET', '/me')).status).toBe(401)
  const { link } = (await alice.call('POST', `/test/members/${id}/reset`)).body
  const password = 'another long one'
  expect((await alice.call('POST', '/account-link', { token: link.token, password })).status).toBe(
    200,
  )
  expect((await (await logIn(dashboard, dora.email, password)).call('GET', '/me')).status).toBe(200)
})

test('sessions say where they are, and are ended one by one', async () => {
  const fay = await newColleague(dashboard, alice.merchantId, 'Finance')
  const elsewhere = await logIn(dashboard, fay.email)
  const own = (await fay.call('GET', '/me/sessions')).body.sessions
  expect(own).toHaveLength(2)
  expect(own[0]).toMatchObject({
    device: expect.any(String),
    address: expect.stringMatching(/^10\./),
  })
  const other = own.find(({ isThisOne }: { isThisOne: boolean }) => !isThisOne)
  expect((await fay.call('DELETE', `/me/sessions/${other.id}`)).body).toEqual({ sessionsEnded: 1 })
  expect((await elsewhere.call('GET', '/me')).status).toBe(401)
  expect((await fay.call('GET', '/me')).status).toBe(200)

  const id = await idOf(fay.email)
  const seen = (await alice.call('GET', `/test/members/${id}/sessions`)).body.sessions
  expect(seen).toHaveLength(1)
  expect((await alice.call('DELETE', `/test/members/${id}/sessions/${other.id}`)).status).toBe(404)
  expect((await alice.call('DELETE', `/test/members/${id}/sessions/${seen[0].id}`)).status).toBe(
    200,
  )
  expect((await fay.call('GET', '/me')).status).toBe(401)
})

test("nobody reaches another merchant's people", async () => {
  const eve = await newMerchant(dashboard, 'eve')
  const id = await idOf(alice.email)
  for (const [method, path, body] of [
    ['POST', '/role', { role: 'Reader' }],
    ['POST', '/disable'],
    ['POST', '/enable'],
    ['POST', '/reset'],
    ['GET', '/sessions'],
    ['POST', '/sessions/end'],
    ['DELETE', '/sessions/x'],
    ['POST', '/remove-second-factors'],
  ] as const)
    expect((await eve.call(method, `/test/members/${id}${path}`, body)).status).toBe(404)
  expect((await members(eve)).map(({ email }) => email)).toEqual([eve.email])
  const mine = (await alice.call('GET', '/me/sessions')).body.sessions[0].id
  expect((await eve.call('DELETE', `/me/sessions/${mine}`)).status).toBe(404)
})
