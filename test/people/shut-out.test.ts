/** Whoever is shut out leaves nothing behind that acts later, and only who did it lets them in again. */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyDueReceivers, askForReceiver } from '../../src/store/merchants/pending-receivers.ts'
import { findReceiver } from '../../src/store/merchants/receivers.ts'
import {
  type Dashboard,
  logIn,
  newColleague,
  newMerchant,
  newOperator,
  type Person,
  startDashboard,
} from '../dashboard/service.ts'
import { passUntil } from '../support/settle.ts'
import { addressOf } from '../dashboard/world.ts'

const password = 'a long password'
const blockchain = 'LocalTestNet'
let dashboard: Dashboard
let olga: Person
beforeAll(async () => {
  dashboard = await startDashboard()
  olga = await newOperator(dashboard, 'olga')
})
afterAll(() => dashboard.stop())

type Listed = { id: string; email: string; isDisabled: boolean; isDisabledByOperator: boolean }
let shops = 0

/** A shop with a receiver, and a second owner who asks for another one and issues links. */
async function newThief() {
  const alice = await newMerchant(dashboard, `alice-${++shops}`)
  const owner = { merchantId: alice.merchantId, network: 'TestNet' } as const
  const honest = addressOf('ab')
  const by = { by: alice.email, accountId: 'alice', from: null }
  await askForReceiver(dashboard, owner, { blockchain, address: honest }, by)
  const thief = await newColleague(dashboard, alice.merchantId, 'Owner')
  const token = await wishes(thief)
  const members = async (): Promise<Listed[]> =>
    (await alice.call('GET', '/test/members')).body.members
  const { id } = (await members()).find(({ email }) => email === thief.email)!
  return { alice, thief, id, owner, honest, stolen, token, members }
}
type Shop = Awaited<ReturnType<typeof newThief>>

const stolen = addressOf('cd')
let invited = 0
/** Asks for another receiver, and invites somebody; returns the token of the invitation. */
async function wishes(by: Person, proofs: object[] = []): Promise<string> {
  const [first, second] = proofs.map((proof) => ({ proof }))
  const wish = { blockchain, address: stolen, confirm: true, ...first }
  expect((await by.call('PUT', '/test/receiver', wish)).body.waiting.address).toBe(stolen)
  const accomplice = { email: `accomplice-${++invited}@example.test`, role: 'Owner', ...second }
  return (await by.call('POST', '/test/members', accomplice)).body.invitation.token
}

/** Has somebody set up an authenticator; returns its recovery codes as proofs. */
async function enrol(person: Person): Promise<{ code: string }[]> {
  const { secret } = (await person.call('POST', '/second-factor/totp')).body
  const timestamp = dashboard.clock.realNow().getTime()
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
  const { body } = await person.call('POST', '/second-factor/totp/confirm', { code })
  return body.recoveryCodes.map((one: string) => ({ code: one }))
}

const waits = async ({ alice }: Shop) =>
  (await alice.call('GET', '/test/receiver')).body.receivers[0].waiting

/** Lets the day of what waits be over, and what is due count. */
async function passTheWait(): Promise<void> {
  await dashboard.database.pool.query('update pending_receiver set effective_at = $1', [
    dashboard.clock.now(),
  ])
  await applyDueReceivers(dashboard)
}

const byMember = (what: string, body?: object) => (shop: Shop) =>
  shop.alice.call('POST', `/test/members/${shop.id}/${what}`, body)
const byOperator = (what: string) => (shop: Shop) =>
  olga.call('POST', `/operator/accounts/${shop.id}/${what}`, { password })

const ends: Record<string, (shop: Shop) => ReturnType<Person['call']>> = {
  'shut out by a colleague': byMember('disable'),
  'shut out by an operator': byOperator('disable'),
  'given another role': byMember('role', { role: 'Manager' }),
  'reset by a colleague': byMember('reset'),
  'reset by an operator': byOperator('reset'),
  'logged out by a colleague': byMember('sessions/end'),
  'logged out by an operator': byOperator('end-sessions'),
  'logged out in one place by a colleague': async ({ alice, id }) => {
    const { body } = await alice.call('GET', `/test/members/${id}/sessions`)
    return alice.call('DELETE', `/test/members/${id}/sessions/${body.sessions[0].id}`)
  },
  'rid of second factors by a colleague': byMember('remove-second-factors'),
  'rid of second factors by an operator': byOperator('remove-second-factors'),
}

test.each(Object.entries(ends))(
  'what somebody asked for and the links they issued end once they are %s',
  async (_, end) => {
    const shop = await newThief()
    expect((await end(shop)).status).toBeLessThan(300)
    expect(await waits(shop)).toBeNull()
    await passTheWait()
    expect(await findReceiver(dashboard, shop.owner, blockchain)).toBe(shop.honest)
    const use = { token: shop.token, password: 'an accomplice of theirs' }
    expect((await shop.alice.call('POST', '/account-link', use)).status).toBe(404)
  },
)

type Own = (shop: Shop) => Promise<{ status: number; token?: string }>
/** What is done by a second factor: asked for and invited with one, which setting it up has not called off. */
const withFactor =
  (method: 'POST' | 'DELETE', path: string): Own =>
  async ({ thief }) => {
    const [first, second, proof] = await enrol(thief)
    const token = await wishes(thief, [first!, second!])
    return { token, status: (await thief.call(method, path, { proof })).status }
  }
const byThemselves: Record<string, Own> = {
  'change the password': ({ thief }) =>
    thief.call('POST', '/password', {
      currentPassword: password,
      newPassword: 'another long password',
    }),
  'log out everywhere': ({ thief }) => thief.call('POST', '/sessions/end'),
  'end a session elsewhere': async ({ thief }) => {
    const here = await logIn(dashboard, thief.email)
    const { sessions } = (await here.call('GET', '/me/sessions')).body
    const { id } = sessions.find((one: { isThisOne: boolean }) => !one.isThisOne)
    return here.call('DELETE', `/me/sessions/${id}`)
  },
  'add an authenticator': async ({ thief }) => ({
    status: (await enrol(thief)).length === 10 ? 200 : 500,
  }),
  'take the authenticator away': withFactor('DELETE', '/second-factor/totp'),
  'make new recovery codes': withFactor('POST', '/second-factor/recovery-codes'),
}

test.each(Object.entries(byThemselves))(
  'what was asked for with an account and the links it issued end once its owners %s themselves',
  async (_, change) => {
    const shop = await newThief()
    expect((await waits(shop)).address).toBe(shop.stolen)
    const { status, token = shop.token } = await change(shop)
    expect(status).toBeLessThan(300)
    expect(await waits(shop)).toBeNull()
    await passTheWait()
    expect(await findReceiver(dashboard, shop.owner, blockchain)).toBe(shop.honest)
    const use = { token, password: 'an accomplice of theirs' }
    expect((await shop.alice.call('POST', '/account-link', use)).status).toBe(404)
  },
)

test('what is asked for while the password is being changed is refused', async () => {
  const shop = await newThief()
  const { pool } = dashboard.database
  await shop.alice.call('POST', `/test/receiver/${blockchain}/call-off`)
  const changing = await pool.connect()
  await changing.query('begin')
  await changing.query('delete from session where account_id = $1', [shop.id])

  let isAnswered = false
  const asking = shop.thief
    .call('PUT', '/test/receiver', { blockchain, address: stolen, confirm: true })
    .finally(() => (isAnswered = true))
  const isHeldUp = async () => {
    const waiting = `select 1 from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like '%session%'`
    return isAnswered || (await pool.query(waiting)).rowCount === 1
  }
  await passUntil(dashboard, 'the request is held up', isHeldUp, { byMs: 0 })
  expect(isAnswered).toBe(false)
  await changing.query('commit')
  changing.release()
  expect((await asking).status).toBe(401)
  expect(await waits(shop)).toBeNull()
})

test('what somebody asked for stays while they log themselves out here, and counts a day later', async () => {
  const shop = await newThief()
  expect((await shop.thief.call('POST', '/logout')).status).toBeLessThan(300)
  expect((await waits(shop)).address).toBe(shop.stolen)
  await passTheWait()
  expect(await findReceiver(dashboard, shop.owner, blockchain)).toBe(shop.stolen)
})

const lost = {
  'are shut out': 'disabled_at = now()',
  'have a role that may not': `role = 'Manager'`,
  'belong to another merchant': `merchant_id = 'another'`,
}
test.each(Object.entries(lost))(
  'a receiver whose day is over does not count where those who asked %s by then',
  async (_, change) => {
    const shop = await newThief()
    // By no way that would have called it off: what is checked is checked at the moment itself.
    await dashboard.database.pool.query(`update account set ${change} where id = $1`, [shop.id])
    expect((await waits(shop)).address).toBe(shop.stolen)
    await passTheWait()
    expect(await findReceiver(dashboard, shop.owner, blockchain)).toBe(shop.honest)
    expect(await waits(shop)).toBeNull()
  },
)

test('an operator calls a receiver off without a proof, and both logs have it', async () => {
  const shop = await newThief()
  const path = `/operator/merchants/${shop.alice.merchantId}`
  const page = (await olga.call('GET', path)).body
  expect(page.networks[0].waitingReceivers).toEqual([
    {
      blockchain,
      waiting: expect.objectContaining({ address: shop.stolen, by: shop.thief.email }),
    },
  ])
  await dashboard.database.pool.query('update session set proven_at = null')
  const callOff = () => olga.call('POST', `${path}/receivers/test/${blockchain}/call-off`)
  expect((await callOff()).status).toBe(204)
  expect(await waits(shop)).toBeNull()
  expect((await callOff()).status).toBe(404)
  const seen = (await shop.alice.call('GET', '/test/audit?call=callOffReceiver')).body
  expect(seen.entries[0]).toMatchObject({ by: olga.email, call: 'callOffReceiverOfMerchant' })
  const { alice } = shop
  expect((await alice.call('POST', `${path}/receivers/test/${blockchain}/call-off`)).status).toBe(
    403,
  )
})

test('whom an operator shut out, an operator alone lets in again', async () => {
  const shop = await newThief()
  const { alice, thief, id, members } = shop
  const state = async () => {
    const { isDisabled, isDisabledByOperator } = (await members()).find((one) => one.id === id)!
    return [isDisabled, isDisabledByOperator]
  }
  await byMember('disable')(shop)
  expect(await state()).toEqual([true, false])
  await byMember('enable')(shop)
  await byOperator('disable')(shop)
  // A colleague who shuts out as well does not take it over.
  expect((await byMember('disable')(shop)).status).toBe(204)
  expect(await state()).toEqual([true, true])
  const refused = await alice.call('POST', `/test/members/${id}/enable`)
  expect(refused).toMatchObject({ status: 403, body: { code: 'Forbidden' } })
  expect(refused.body.message).toContain('Those who run this service')
  expect((await byOperator('enable')(shop)).status).toBe(200)
  expect(await state()).toEqual([false, false])
  expect((await (await logIn(dashboard, thief.email)).call('GET', '/me')).status).toBe(200)
})
