/** An invitation takes no address from anybody, tells nobody who has an account, and is one of a few a day. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linksPerDayMax } from '../../src/store/people/members.ts'
import { inviteMember } from '../../src/store/people/registration.ts'
import {
  type Dashboard,
  logIn,
  newMerchant,
  newOperator,
  type Person,
  startDashboard,
} from '../dashboard/service.ts'

const password = 'a long password'
let dashboard: Dashboard
let alice: Person & { merchantId: string }
let bob: Person & { merchantId: string }
let olga: Person
beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  bob = await newMerchant(dashboard, 'bob')
  olga = await newOperator(dashboard, 'olga')
})
afterAll(() => dashboard.stop())

const invite = (by: Person, email: string, role = 'Reader') =>
  by.call('POST', '/test/members', { email, role })
const use = (token: string, chosen = password) =>
  alice.call('POST', '/account-link', { token, password: chosen })
const tokenOf = ({ body }: { body: { invitation: { token: string } } }) => body.invitation.token

/** An answer without what is its own. */
function shapeOf({ status, body }: { status: number; body: { invitation?: object } }) {
  const { invitation = {}, ...others } = body
  return [status, Object.keys(others), Object.keys(invitation)]
}

test('an owner learns nothing of who has an account elsewhere', async () => {
  const free = await invite(alice, 'nobody@elsewhere.test')
  expect(free.status).toBe(201)
  for (const email of [bob.email, olga.email.toUpperCase()])
    expect(shapeOf(await invite(alice, email))).toEqual(shapeOf(free))
  const { body } = await alice.call('GET', '/test/members')
  const invited = body.members.filter(({ hasPassword }: { hasPassword: boolean }) => !hasPassword)
  expect(invited).toHaveLength(3)
  // The list says it of the own people already.
  expect((await invite(alice, alice.email)).body.fields[0]).toMatchObject({ path: 'email' })
  expect((await invite(alice, bob.email)).status).toBe(400)
})

test('an invitation to an address that logs in elsewhere changes nothing there', async () => {
  const cy = await newMerchant(dashboard, 'cy')
  const token = tokenOf(await invite(alice, cy.email, 'Owner'))
  const refused = await use(token, 'somebody else’s password')
  expect(refused).toMatchObject({ status: 403, body: { code: 'Forbidden' } })
  expect(refused.body.message).toContain('an address has one account')
  expect((await cy.call('GET', '/me')).body.merchant.id).toBe(cy.merchantId)
  const again = await logIn(dashboard, cy.email)
  expect((await again.call('GET', '/me')).body.merchant.id).toBe(cy.merchantId)
})

test('an address that others invited is registered all the same, and the first who comes has it', async () => {
  const email = 'ceo@other-shop.test'
  const early = tokenOf(await invite(alice, email, 'Owner'))
  const registered = await olga.call('POST', '/operator/merchants', { name: 'Other shop', email })
  expect(registered.status).toBe(201)
  const colleague = { role: 'Owner', email: 'two@other-shop.test', password }
  await invite(bob, colleague.email)
  const wanted = { ...colleague, merchantId: registered.body.id }
  expect((await olga.call('POST', '/operator/accounts', wanted)).status).toBe(201)

  expect((await use(tokenOf(registered))).status).toBe(200)
  expect((await use(early)).status).toBe(403)
  const ceo = await logIn(dashboard, email)
  expect((await ceo.call('GET', '/me')).body.merchant.id).toBe(registered.body.id)
  const taken = await olga.call('POST', '/operator/merchants', { name: 'Third', email })
  expect(taken.body.fields[0]).toMatchObject({ path: 'email' })
})

test('of two invitations that are used at once, one counts', async () => {
  const email = 'twice@example.test'
  const tokens = [tokenOf(await invite(alice, email)), tokenOf(await invite(bob, email))]
  const statuses = (await Promise.all(tokens.map((token) => use(token)))).map((one) => one.status)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 403])
})

test('an operator frees an address that somebody took by an invitation to themselves', async () => {
  const email = 'squatted@example.test'
  const invited = await invite(alice, email, 'Reader')
  await use(tokenOf(invited), 'the password of a squatter')
  const shop = { name: 'Squatted', email }
  expect((await olga.call('POST', '/operator/merchants', shop)).status).toBe(400)
  const path = `/operator/accounts/${invited.body.id}`
  await olga.call('POST', `${path}/disable`, { password })
  const registered = await olga.call('POST', '/operator/merchants', shop)
  expect(registered.status).toBe(201)
  expect((await use(tokenOf(registered))).status).toBe(200)
  expect((await logIn(dashboard, email)).cookie).toContain('mandate-session=')
  const back = await olga.call('POST', `${path}/enable`, { password })
  expect(back).toMatchObject({ status: 403, body: { code: 'Forbidden' } })
})

test('a merchant issues so many invitations and resets a day, and no more, however many at once', async () => {
  const dan = await newMerchant(dashboard, 'dan')
  const actor = { by: dan.email, from: null, isDemo: false }
  const email = (at: number) => `stranger-${at}@elsewhere.test`
  const { merchantId } = dan
  for (let at = 2; at < linksPerDayMax; at++)
    await inviteMember(dashboard, { email: email(at), role: 'Reader', merchantId }, actor)
  // More would be slowed down: each carries a password.
  const tries = [-1, -2, -3, -4].map((at) => invite(dan, email(at)))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 201, 429, 429])
  const { body } = await dan.call('GET', '/test/members')
  const last = body.members.at(-1).id
  expect((await dan.call('POST', `/test/members/${last}/reset`)).status).toBe(429)
  expect((await invite(alice, 'of-another@merchant.test')).status).toBe(201)
})

test('whoever has a link reads whose password it sets, and for what; of a used one nothing', async () => {
  const email = 'reads@elsewhere.test'
  const token = tokenOf(await invite(alice, email))
  const read = () => alice.call('POST', '/account-link/read', { token })
  const { body: me } = await alice.call('GET', '/me')
  const { status, body } = await read()
  const merchantName = me.merchant.name
  expect([status, body]).toEqual([200, { email, purpose: 'invitation', merchantName }])
  expect((await use(token)).status).toBe(200)
  expect(await read()).toMatchObject({ status: 404, body: { code: 'NotFound' } })
})
