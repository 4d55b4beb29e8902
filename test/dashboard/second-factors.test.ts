/** Authenticators, recovery codes and passkeys: at the login, and as proof again before what moves money. */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAuthenticator } from '../support/authenticator.ts'
import {
  type Dashboard,
  logIn,
  newMerchant,
  newOperator,
  type Person,
  startDashboard,
} from './service.ts'

const password = 'a long password'
const origin = 'https://pay.example'
let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await startDashboard()
})
afterAll(() => dashboard.stop())

/** The code of a secret now, or so many steps from now. */
function codeOf(secret: string, steps = 0): string {
  const timestamp = dashboard.clock.realNow().getTime() + steps * 30_000
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
}

const enrol = async (person: Person) => {
  const { body } = await person.call('POST', '/second-factor/totp')
  const code = codeOf(body.secret, -1)
  const confirmed = await person.call('POST', '/second-factor/totp/confirm', { code })
  return { secret: body.secret as string, url: body.url as string, ...confirmed.body }
}

let addresses = 0
const post = (path: string, payload: object) =>
  dashboard.server.inject({
    method: 'POST',
    url: `/dashboard/api${path}`,
    payload,
    headers: { 'x-forwarded-for': `10.77.0.${++addresses}` },
  })
const login = (email: string, code?: string) =>
  post('/login', { email, password, ...(code !== undefined && { code }) })

/** Lets the proofs of all sessions be older than they may be. */
const age = () =>
  dashboard.database.pool.query("update session set proven_at = now() - interval '16 minutes'")

test('with an authenticator the password alone logs nobody in, and each code counts once', async () => {
  const ann = await newMerchant(dashboard, 'ann')
  const { secret, url, recoveryCodes } = await enrol(ann)
  expect(url).toContain('otpauth://totp/Mandate:ann%40example.test?')
  expect(recoveryCodes).toHaveLength(10)

  const asked = await login(ann.email)
  expect(asked.json()).toMatchObject({
    status: 403,
    code: 'SecondFactorRequired',
    proofs: ['Totp', 'RecoveryCode'],
  })
  expect(asked.headers['set-cookie']).toBeUndefined()
  expect((await login(ann.email, '000000')).statusCode).toBe(403)
  const code = codeOf(secret)
  expect((await login(ann.email, code)).statusCode).toBe(200)
  expect((await login(ann.email, code)).statusCode).toBe(403)
  expect((await login(ann.email, codeOf(secret, -1))).statusCode).toBe(403)
  const [first] = recoveryCodes
  expect((await login(ann.email, ` ${first.toUpperCase()}`)).statusCode).toBe(200)
  expect((await login(ann.email, first)).statusCode).toBe(403)
  expect((await ann.call('GET', '/second-factor')).body).toMatchObject({ recoveryCodesLeft: 9 })
})

test('codes are guessed no faster than passwords', async () => {
  const gus = await newMerchant(dashboard, 'gus')
  await enrol(gus)
  const statuses = []
  for (let guess = 0; guess < 8; guess++)
    statuses.push((await login(gus.email, String(100_000 + guess))).statusCode)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
  await age()
  const proofs = []
  for (let guess = 0; guess < 8; guess++)
    proofs.push((await gus.call('POST', '/proof', { code: String(200_000 + guess) })).status)
  expect(proofs.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
})

test('keys, hosts, people and second factors ask for a fresh proof, in this session', async () => {
  const kim = await newMerchant(dashboard, 'kim')
  const other = await logIn(dashboard, kim.email)
  await age()
  const setHosts = (by: Person) => by.call('PUT', '/test/return-hosts', { hosts: [] })
  const refused = await setHosts(kim)
  expect(refused.body).toMatchObject({ code: 'SecondFactorRequired', proofs: ['Password'] })
  expect(refused.body.message).toContain('POST /dashboard/api/proof')
  for (const [method, path, body] of [
    ['DELETE', '/test/api-keys/x'],
    ['PUT', '/test/frame-origins', { origins: [] }],
    ['POST', '/test/members/x/disable'],
    ['POST', '/second-factor/totp/confirm', { code: '123456' }],
  ] as const)
    expect((await kim.call(method, path, body)).body.code).toBe('SecondFactorRequired')
  expect((await kim.call('POST', '/proof', { password: 'wrong' })).status).toBe(403)
  expect((await kim.call('POST', '/proof', { password })).status).toBe(200)
  expect((await setHosts(kim)).status).toBe(200)
  expect((await setHosts(other)).status).toBe(403)
})

test('operators let nobody in, and decide no verification, by a session alone', async () => {
  const olga = await newOperator(dashboard, 'olga')
  await age()
  for (const [path, body] of [
    ['/operator/merchants', { name: 'x', email: 'x@merchant.test' }],
    ['/operator/verifications/x/approve'],
    ['/operator/verifications/x/reject', { reason: 'x' }],
    ['/operator/verifications/x/revoke', { reason: 'x' }],
  ] as const)
    expect((await olga.call('POST', path, body)).body.code).toBe('SecondFactorRequired')
})

test('once there is a second factor, the password proves nothing, in no session', async () => {
  const lea = await newMerchant(dashboard, 'lea')
  const before = await logIn(dashboard, lea.email)
  const { secret, recoveryCodes } = await enrol(lea)
  const makeKey = (proof?: object) =>
    before.bare('POST', '/test/api-keys', { label: 'x', ...(proof && { proof }) })
  expect((await makeKey()).body).toMatchObject({ proofs: ['Totp', 'RecoveryCode'] })
  expect((await makeKey({ password })).body.code).toBe('SecondFactorRequired')
  expect((await before.call('POST', '/proof', { password })).body.code).toBe('SecondFactorRequired')
  expect((await makeKey({ code: codeOf(secret) })).status).toBe(201)
  expect((await makeKey({ code: codeOf(secret) })).status).toBe(403)
  const proof = { code: recoveryCodes[0] }
  expect((await before.bare('DELETE', '/second-factor/totp', { proof })).status).toBe(204)
  expect((await login(lea.email)).statusCode).toBe(200)
  expect((await lea.call('GET', '/second-factor')).body).toEqual({
    totpSince: null,
    recoveryCodesLeft: 0,
    passkeys: [],
  })
})

test('the secret of an authenticator, and recovery codes, are nowhere to be read', async () => {
  const ned = await newMerchant(dashboard, 'ned')
  const { secret, recoveryCodes } = await enrol(ned)
  const { rows } = await dashboard.database.pool.query(
    'select t::text as text from totp t union all select r::text from recovery_code r',
  )
  const stored = rows.map(({ text }) => text).join()
  expect(stored).not.toContain(secret)
  for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''))
})

/** Makes a passkey for somebody and returns the device. */
async function addPasskey(person: Person) {
  const device = newAuthenticator(origin)
  const options = await person.call('POST', '/me/passkey-options')
  const passkey = device.register(options.body)
  const added = await person.call('POST', '/me/passkeys', { label: 'laptop', passkey })
  return { device, ...added }
}
const loginOptions = async () => (await post('/login/passkey/options', {})).json()

test('a passkey logs in without a password, is a second factor, and each challenge counts once', async () => {
  const pia = await newMerchant(dashboard, 'pia')
  const { device, status, body } = await addPasskey(pia)
  expect(status).toBe(201)
  expect(body.recoveryCodes).toHaveLength(10)
  expect((await login(pia.email)).json().proofs).toEqual(['Passkey', 'RecoveryCode'])

  const passkey = device.sign(await loginOptions())
  const [answer, again] = [
    await post('/login/passkey', { passkey }),
    await post('/login/passkey', { passkey }),
  ]
  expect(answer.json()).toMatchObject({ email: pia.email, role: 'Owner' })
  expect(String(answer.headers['set-cookie'])).toContain('HttpOnly')
  expect(again.statusCode).toBe(403)

  await age()
  const options = (await pia.call('POST', '/proof/options')).body
  expect(options.allowCredentials).toEqual([expect.objectContaining({ id: body.id })])
  const proof = { passkey: device.sign(options) }
  expect((await pia.call('POST', '/proof', proof)).status).toBe(200)
  const remove = (more: object) => pia.bare('DELETE', `/me/passkeys/${body.id}`, more)
  expect((await remove({ proof })).status).toBe(403)
  const signed = device.sign((await pia.call('POST', '/proof/options')).body)
  expect((await remove({ proof: { passkey: signed } })).status).toBe(204)
  const gone = await post('/login/passkey', { passkey: device.sign(await loginOptions()) })
  expect(gone.statusCode).toBe(403)
})

test('what another page, another key or another person has signed opens nothing', async () => {
  const quin = await newMerchant(dashboard, 'quin')
  const { device } = await addPasskey(quin)
  const stranger = newAuthenticator(origin)
  const elsewhere = device.sign(await loginOptions(), 'https://pay.example.evil.test')
  const unknown = stranger.sign(await loginOptions())
  const forged = { ...device.sign(await loginOptions()), response: unknown.response }
  const ofProof = device.sign((await quin.call('POST', '/proof/options')).body)
  const invented = device.sign({ challenge: Buffer.from('mine').toString('base64url') })
  for (const passkey of [elsewhere, unknown, forged, ofProof, invented])
    expect((await post('/login/passkey', { passkey })).statusCode).toBe(403)
  const rob = await newMerchant(dashboard, 'rob')
  await age()
  const options = (await rob.call('POST', '/proof/options')).body
  expect((await rob.call('POST', '/proof', { passkey: device.sign(options) })).status).toBe(403)
})

test('an owner takes the second factors of a colleague away, who has lost them', async () => {
  const tom = await newMerchant(dashboard, 'tom')
  const invited = await tom.call('POST', '/test/members', { email: 'uma@x.test', role: 'Finance' })
  await tom.call('POST', '/account-link', { token: invited.body.invitation.token, password })
  const uma = await logIn(dashboard, 'uma@x.test')
  await enrol(uma)
  expect((await login(uma.email)).statusCode).toBe(403)
  const path = `/test/members/${invited.body.id}/remove-second-factors`
  expect((await tom.call('POST', path)).status).toBe(204)
  expect((await uma.call('GET', '/me')).status).toBe(401)
  expect((await login(uma.email)).statusCode).toBe(200)
})
