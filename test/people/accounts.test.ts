/** Accounts from outside: invited, logged in, changed, reset, disabled, and tried by somebody else. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Started } from '../../src/main.ts'
import { setDisabled } from '../../src/store/people/accounts.ts'
import { countAttempt } from '../../src/store/people/login-attempts.ts'
import { newVisitor, startPlace } from './world.ts'

type Visitor = ReturnType<typeof newVisitor>

let place: Awaited<ReturnType<typeof startPlace>>
let started: Started
let operator: Visitor
/** The operator proves to be one by this. */
let proof: { password: string }
let accounts = 0
beforeAll(async () => {
  place = await startPlace()
  // Logins are limited by address, and all of these come from one.
  started = await place.start(undefined, { TRUST_PROXY: '1' })
  operator = visitor()
  const { email, password } = started.demo!.operator
  await operator.logIn(email, password)
  proof = { password }
})
afterAll(() => place.stop())

/** Comes from an address of its own. */
const visitor = () => newVisitor(started, `10.1.${Math.floor(++accounts / 250)}.${accounts % 250}`)

/** Invites the owner of a new merchant and sets the password by the invitation. */
async function newPerson(password = 'a password of some length') {
  const email = `person-${++accounts}@example.test`
  const merchant = await operator.call('POST', '/operator/merchants', { name: 'Shop', email })
  const { token } = merchant.body.invitation
  const set = await visitor().call('POST', '/account-link', { token, password })
  expect(set).toMatchObject({ status: 200, body: { email } })
  const listed = await operator.call('GET', `/operator/accounts?merchantId=${merchant.body.id}`)
  const person = visitor()
  expect((await person.logIn(email, password)).status).toBe(200)
  return { ...listed.body.accounts[0], email, password, token, person } as {
    id: string
    email: string
    password: string
    token: string
    person: Visitor
  }
}

const isIn = async (someone: Visitor) => (await someone.call('GET', '/me')).status === 200

test('an invitation is used once, sets a password of some length, and the operator knows none', async () => {
  const email = 'invited@example.test'
  const made = await operator.call('POST', '/operator/merchants', { name: 'Invited', email })
  expect(Object.keys(made.body).sort()).toEqual(['email', 'id', 'invitation', 'name'])
  expect((await visitor().logIn(email, '')).status).toBe(400)
  expect((await visitor().logIn(email, 'whatever it is')).status).toBe(403)

  const use = (password: string, token = made.body.invitation.token) =>
    visitor().call('POST', '/account-link', { token, password })
  expect((await use('too short')).body.fields[0].path).toBe('password')
  expect((await use('a password of some length', 'guessed')).status).toBe(404)
  const racing = ['first of two at once', 'second of two at once'].map((password) => use(password))
  const statuses = (await Promise.all(racing)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 404]))
  expect((await use('once more with feeling')).status).toBe(404)
})

test('an invitation that is over opens nothing', async () => {
  const email = 'late@example.test'
  const made = await operator.call('POST', '/operator/merchants', { name: 'Late', email })
  const { database } = started.service
  await database.pool.query(
    `update account_link set expires_at = now() - interval '1 second'
     where account_id = (select id from account where email = $1)`,
    [email],
  )
  const { token } = made.body.invitation
  const body = { token, password: 'a password of some length' }
  expect((await visitor().call('POST', '/account-link', body)).status).toBe(404)
})

test('a change of the password needs the present one, and ends all other sessions', async () => {
  const { email, password, person } = await newPerson()
  const elsewhere = visitor()
  await elsewhere.logIn(email, password)
  const newPassword = 'another password, longer'
  const change = (currentPassword: string) =>
    person.call('POST', '/password', { currentPassword, newPassword })
  expect((await change('not the present one')).status).toBe(403)
  expect(await isIn(elsewhere)).toBe(true)
  expect(await change(password)).toMatchObject({ status: 200, body: { sessionsEnded: 1 } })
  expect([await isIn(person), await isIn(elsewhere)]).toEqual([true, false])
  expect((await visitor().logIn(email, password)).status).toBe(403)
  expect((await visitor().logIn(email, newPassword)).status).toBe(200)
})

test('a person ends all sessions of the account at once', async () => {
  const { email, password, person } = await newPerson()
  const elsewhere = visitor()
  await elsewhere.logIn(email, password)
  expect((await person.call('POST', '/sessions/end')).body).toEqual({ sessionsEnded: 2 })
  expect([await isIn(person), await isIn(elsewhere)]).toEqual([false, false])
})

test('a reset leaves the old password alone until it is used, and then ends it and its sessions', async () => {
  const { id, email, password, person } = await newPerson()
  const first = await operator.call('POST', `/operator/accounts/${id}/reset`, proof)
  const second = await operator.call('POST', `/operator/accounts/${id}/reset`, proof)
  expect((await visitor().logIn(email, password)).status).toBe(200)
  const body = { password: 'what I remember now' }
  const use = (token: string) => visitor().call('POST', '/account-link', { ...body, token })
  expect((await use(first.body.reset.token)).status).toBe(404)
  expect((await use(second.body.reset.token)).status).toBe(200)
  expect(await isIn(person)).toBe(false)
  expect((await visitor().logIn(email, password)).status).toBe(403)
  expect((await visitor().logIn(email, body.password)).status).toBe(200)
})

test('a disabled account is out at once and stays out, until it is enabled', async () => {
  const { id, email, password, person } = await newPerson()
  await operator.call('POST', `/operator/accounts/${id}/disable`, proof)
  expect(await isIn(person)).toBe(false)
  const refused = await visitor().logIn(email, password)
  expect(refused).toMatchObject({
    status: 403,
    body: { message: expect.stringMatching(/disabled/) },
  })
  await operator.call('POST', `/operator/accounts/${id}/enable`, proof)
  expect((await visitor().logIn(email, password)).status).toBe(200)

  const changes = await operator.call('GET', `/operator/accounts/${id}/changes`)
  expect(changes.body.changes.map(({ change }: { change: string }) => change)).toEqual([
    'Enabled',
    'Disabled',
    'PasswordSet',
    'Invited',
  ])
  expect(changes.body.changes[0]).toMatchObject({ by: started.demo!.operator.email })
  const { pool } = started.service.database
  await expect(pool.query('delete from account_change')).rejects.toThrow(/only grows/)
})

test('what is done to an account within one millisecond is listed in its order', async () => {
  const { id } = await newPerson()
  const { database, clock } = started.service
  const moment = clock.realNow()
  const frozen = { database, clock: { realNow: () => moment, now: () => moment } as typeof clock }
  const actor = { by: 'olga@pay.example', from: null, isDemo: true }
  const done = Array.from({ length: 12 }, (_, n) => (n % 2 ? 'Enabled' : 'Disabled'))
  for (const change of done) await setDisabled(frozen, id, change === 'Disabled', actor)
  const { body } = await operator.call('GET', `/operator/accounts/${id}/changes?limit=12`)
  const listed = body.changes.map(({ change }: { change: string }) => change)
  expect(listed).toEqual(done.toReversed())
})

test('only operators reset and disable accounts, and none their own', async () => {
  const { id, person } = await newPerson()
  for (const path of ['', `/${id}/reset`, `/${id}/disable`, `/${id}/end-sessions`])
    expect((await person.call('POST', `/operator/accounts${path}`, {})).status).toBe(403)
  const all = await operator.call('GET', '/operator/accounts')
  const { email } = started.demo!.operator
  const own = all.body.accounts.find((one: { email: string }) => one.email === email)
  for (const what of ['reset', 'disable', 'enable']) {
    const tried = await operator.call('POST', `/operator/accounts/${own.id}/${what}`, proof)
    expect(tried).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/their own/) },
    })
  }
  expect(JSON.stringify(all.body)).not.toMatch(/argon2|passwordHash/)
})

test('a colleague is invited to a merchant, and another operator', async () => {
  const invite = (body: object) =>
    operator.call('POST', '/operator/accounts', { ...body, ...proof })
  const { body } = await operator.call('GET', '/operator/merchants')
  const merchantId = body.merchants[0].id
  const colleague = { role: 'Owner', email: 'colleague@example.test', merchantId }
  expect((await invite(colleague)).body.invitation.token).toHaveLength(43)
  expect((await invite(colleague)).body.fields[0].path).toBe('email')
  const nowhere = { ...colleague, email: 'x@example.test', merchantId: 'nobody' }
  expect((await invite(nowhere)).body).toMatchObject({ fields: [{ path: 'merchantId' }] })
  expect((await invite({ role: 'Operator', email: 'second@example.test' })).status).toBe(201)
})

test('tries of one account from many addresses are slowed down, and known from no account are alike', async () => {
  const { email, password } = await newPerson()
  for (const target of [email, 'nobody@example.test']) {
    const tries = Array.from({ length: 12 }, () => visitor().logIn(target, 'a wrong password'))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(6)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(6)
  }
  const { pool } = started.service.database
  await pool.query("update login_attempt set blocked_until = now() + interval '1 minute'")
  const refused = await visitor().logIn(email, password)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
  await pool.query("update login_attempt set blocked_until = now() - interval '1 minute'")
  expect((await visitor().logIn(email, password)).status).toBe(200)
})

test('each further try of a password waits twice as long, up to five minutes', async () => {
  const { database, clock } = started.service
  const moment = { ms: clock.realNow().getTime() }
  const dependencies = { database, clock: { realNow: () => new Date(moment.ms) } as typeof clock }
  const email = 'patient@example.test'
  const pauses = []
  for (let counted = 0; counted < 16; counted++) {
    expect(await countAttempt(dependencies, { email })).toBe(0)
    if (counted < 4) continue
    const pause = await countAttempt(dependencies, { email })
    pauses.push(pause)
    moment.ms += pause * 1000
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
})

test('the command line invites, resets and disables where there is no operator', async () => {
  const email = 'first@example.test'
  const invited = await command('scripts/create-operator.ts', email)
  const token = tokenOf(invited)
  const password = 'a password of some length'
  await visitor().call('POST', '/account-link', { token, password })
  const first = visitor()
  await first.logIn(email, password)
  expect((await first.call('GET', '/operator/accounts')).status).toBe(200)

  const operator = (...args: string[]) => command('scripts/operator.ts', 'account', ...args)
  expect(await operator('list', 'first@')).toBe(`${email}  Operator\n1 of 1 accounts.\n`)
  expect(await operator('list', 'nobody')).toBe('0 of 0 accounts.\n')
  expect(await operator('remove', email, '--yes')).toContain("'remove' is no action: list, or")
  expect(await operator('reset', '--yes')).toContain('reset whose account?')
  expect(await operator('reset', 'no@example.test', '--yes')).toContain('has no account')

  const unasked = await operator('reset', email)
  expect(unasked).toContain('Add --yes if that is meant. Nothing was done.')
  const reset = await operator('reset', email, '--yes')
  expect(await isIn(first)).toBe(true)
  const link = { token: tokenOf(reset), password: 'another one, longer' }
  expect((await visitor().call('POST', '/account-link', link)).status).toBe(200)
  expect(await isIn(first)).toBe(false)
  await first.logIn(email, link.password)
  expect(await operator('disable', email, '--yes')).toContain('disabled')
  expect(await isIn(first)).toBe(false)
})

const tokenOf = (said: string) => said.match(/^ {2}([\w-]{43})$/m)![1]!

async function command(...args: string[]): Promise<string> {
  const environment = { PATH: process.env['PATH'], DATABASE_URL: place.databaseUrl }
  const child = spawn(process.execPath, ['scripts/run.mjs', ...args], { env: environment })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(child, 'close')
  return said
}
