import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tellOfStates } from '../../src/mailing/rounds/rounds.ts'
import { startMailRelay } from '../../src/mailing/mail.relay.ts'
import { createAccount } from '../../src/store/people/accounts.ts'
import { setReceiver } from '../../src/store/merchants/receivers.ts'
import { setWebhookEndpoint } from '../../src/store/merchants/webhook-endpoints.ts'
import { setMailChoices } from '../../src/store/mails/mail-choices.ts'
import { MailQueue } from '../../src/store/mails/mail-queue.ts'
import { newId } from '../../src/shared/ids.ts'
import { tellActor } from '../dashboard/actors.ts'
import {
  type Dashboard,
  newMerchant,
  newOperator,
  type Person,
  startDashboard,
} from '../dashboard/service.ts'
import { addressOf } from '../dashboard/world.ts'
import { settle } from '../support/settle.ts'
import { PostOffice, readMail } from './post-office.ts'
import { type ActiveValues, baseUrl, newActiveSubscription, smtpOf } from './world.ts'
import type { RoundDependencies } from '../../src/mailing/dependencies.ts'

const hostile = 'Eve <img src=x onerror=alert(1)>\r\nBcc: all@pay.example\u202E & Söhne'

let dashboard: Dashboard & { mails: MailQueue }
let office: PostOffice
let relay: { stop(): Promise<void> }
let merchant: Person & { merchantId: string; accountId: string }

beforeAll(async () => {
  const started = await startDashboard()
  dashboard = { ...started, mails: new MailQueue(started) }
  office = await PostOffice.start()
  relay = startMailRelay({
    ...dashboard,
    mail: { from: { name: 'Mandate', address: 'mandate@pay.example' }, smtp: smtpOf(office) },
    baseUrl,
  })
})
afterAll(async () => {
  await relay.stop()
  await office.stop()
  await dashboard.stop()
})
beforeEach(async () => {
  // Everybody else's mails of the day are out of the way.
  await dashboard.database.pool.query('update account set disabled_at = now()')
  merchant = await newPerson(`shop${Math.random().toString(36).slice(2, 8)}`)
})

async function newPerson(name: string) {
  const person = await newMerchant(dashboard, name)
  await dashboard.database.pool.query('update merchant set name = $2 where id = $1', [
    person.merchantId,
    hostile,
  ])
  const { rows } = await dashboard.database.pool.query<{ id: string }>(
    'select id from account where email = $1',
    [person.email],
  )
  return { ...person, accountId: rows[0]!.id }
}

const owner = () => ({ merchantId: merchant.merchantId, network: 'MainNet' as const })
const taken = (email = merchant.email) =>
  office.taken.filter(({ to }) => to === email).map(({ raw }) => ({ raw, ...readMail(raw) }))

/** Looks at how things stand at a time of the day, several times as processes do. */
async function look(at = '2026-12-01T07:00:00Z') {
  const clock = Object.create(dashboard.clock) as RoundDependencies['clock']
  Object.defineProperty(clock, 'now', { value: () => new Date(at) })
  await Promise.all([1, 2].map(() => tellOfStates({ ...dashboard, clock })))
  await tellOfStates({ ...dashboard, clock })
}
async function untilSent() {
  const countWaiting = async () => {
    const { rows } = await dashboard.database.pool.query<{ count: number }>(
      `select count(*)::int as count from mail where status = 'Waiting' and account_id = $1`,
      [merchant.accountId],
    )
    return rows[0]!.count
  }
  await settle(dashboard)
  expect(await countWaiting()).toBe(0)
}

const activeSubscription = (values: ActiveValues) =>
  newActiveSubscription(dashboard, owner(), { customerId: hostile, ...values })

test('a changed receiver is told to all of the merchant’s Owners at once, once, and by nobody declined', async () => {
  const email = `second-${merchant.email}`
  const { merchantId } = merchant
  const second = { email, password: 'a long password', role: 'Owner', merchantId } as const
  await createAccount(dashboard, second)
  await setMailChoices(dashboard.database, merchant.accountId, {
    declined: ['atRisk', 'lowGas', 'failingEndpoint'],
    includesTestNet: false,
  })
  const receiver = { blockchain: 'LocalTestNet', address: addressOf('ab') }
  const origin = { by: `${hostile}@shop.example`, from: '203.0.113.9' }
  const onTestNet = { merchantId, network: 'TestNet' } as const
  await setReceiver(dashboard, onTestNet, receiver, origin)
  await setReceiver(dashboard, onTestNet, receiver, origin)
  await settle(dashboard)
  expect(taken(email)).toHaveLength(1)
  expect(taken()).toHaveLength(1)
  const [mail] = taken()
  expect(mail!.subject).toBe('[test network] Your money goes to another address')
  for (const text of [addressOf('ab'), '203.0.113.9']) expect(mail!.text).toContain(text)
  expect(mail!.raw).not.toMatch(/^List-Unsubscribe/m)
})

test('what strangers wrote is one escaped line in both forms, and makes no header', async () => {
  await setReceiver(dashboard, owner(), { blockchain: hostile, address: addressOf('cd') })
  await settle(dashboard)
  expect(taken()).toHaveLength(1)
  const { raw, html, text } = taken()[0]!
  expect(raw).not.toMatch(/^Bcc:/m)
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; Bcc: all@pay.example &amp; Söhne')
  expect(text).toContain('Eve <img src=x onerror=alert(1)> Bcc: all@pay.example & Söhne')
  expect(text).not.toContain('\u202E')
})

test('subscriptions at risk are one list in a day, and only where something in it is new', async () => {
  const first = await activeSubscription({ atRisk: true, nextChargeAt: '2026-12-03T00:00:00Z' })
  await look('2026-12-01T05:59:00Z')
  await look('2026-12-01T07:00:00Z')
  await look('2026-12-02T07:00:00Z')
  await untilSent()
  const lists = () => taken().filter(({ subject }) => subject.includes('unless somebody acts'))
  expect(lists()).toHaveLength(1)
  expect(lists()[0]!.subject).toBe('1 subscription will fail unless somebody acts')
  expect(lists()[0]!.text).toContain(`InsufficientBalance (${first})`)
  expect(lists()[0]!.text).toContain('10 tUSDC')

  await activeSubscription({ atRisk: true, nextChargeAt: '2026-12-04T00:00:00Z' })
  await look('2026-12-03T07:00:00Z')
  await settle(dashboard)
  expect(lists()).toHaveLength(2)
  expect(lists()[1]!.subject).toBe('2 subscriptions will fail unless somebody acts')
})

test('an empty gas wallet and an endpoint that is down are told once, with what to do (P13)', async () => {
  const id = addressOf(Math.floor(Math.random() * 200 + 16).toString(16))
  const createdAt = new Date().toISOString()
  const measure = { balance: '1', chargesLeft: 0, daysLeft: 0 }
  await tellActor(
    dashboard,
    { kind: 'gasWallet', id, owner: owner() },
    {
      type: 'gasWallet.create',
      input: {
        id,
        ...owner(),
        blockchain: 'LocalMainNet',
        nativeSymbol: 'ETH',
        ...measure,
        createdAt,
      },
    },
  )
  await setWebhookEndpoint(dashboard, owner(), 'https://shop.example/hooks')
  const { rows } = await dashboard.database.pool.query<{ id: string }>(
    'select id from webhook_endpoint where merchant_id = $1',
    [merchant.merchantId],
  )
  const destination = newId(new Date())
  const failure = { lane: 'payment/one', httpStatus: 500, error: `answered 500: ${hostile}` }
  const target = { kind: 'destination', id: destination, owner: owner() } as const
  const identity = { id: destination, ...owner(), endpointId: rows[0]!.id, apiKey: 'main_key' }
  const input = { ...identity, createdAt, ...failure }
  await tellActor(dashboard, target, { type: 'destination.create', input })
  for (const lane of ['payment/two', 'payment/three'])
    await tellActor(dashboard, target, { type: 'destination.attemptFailed', ...failure, lane })
  await look()
  await look('2026-12-02T07:00:00Z')
  await untilSent()
  const subjects = taken().map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual([
    'The gas wallet on LocalMainNet is empty',
    'Your webhook endpoint does not answer',
  ])
  const gas = taken().find(({ subject }) => subject.includes('gas'))!
  expect(gas.text).toContain(`Send its coin to: ${id}`)
  expect(taken().find(({ subject }) => subject.includes('endpoint'))!.text).toContain(
    'Last failure: answered 500: Eve <img',
  )
})

test('a link in the mail declines its kind by one POST of a mail program, and a GET changes nothing', async () => {
  await activeSubscription({ atRisk: true, nextChargeAt: '2026-12-01T20:00:00.000Z' })
  await look()
  await untilSent()
  const { raw, text } = taken()[0]!
  expect(raw.replaceAll(/\r\n[ \t]/g, ' ')).toContain(
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  )
  const url = /https:\/\/pay\.example(\/mails\/unsubscribe\?token=\S+)/.exec(text)![1]!
  const page = await dashboard.server.inject({ method: 'GET', url })
  expect(page.body).toContain('<button>')
  const style = /<link rel="stylesheet"[^>]* href="([^"]+)"/.exec(page.body)![1]!
  const { pathname } = new URL(style, 'https://pay.example/mails/unsubscribe')
  expect((await dashboard.server.inject({ url: pathname })).statusCode).toBe(200)
  const choices = async () => (await merchant.call('GET', '/me/mails')).body
  expect(await choices()).toMatchObject({ declined: [], includesTestNet: false })

  const post = {
    method: 'POST',
    url,
    payload: 'List-Unsubscribe=One-Click',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://mail.example',
    },
  } as const
  const answers = [await dashboard.server.inject(post), await dashboard.server.inject(post)]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await choices()).toMatchObject({ declined: ['atRisk'] })
  const forged = { ...post, url: url.replace(merchant.accountId, newId(new Date())) }
  expect((await dashboard.server.inject(forged)).statusCode).toBe(404)

  await activeSubscription({ atRisk: true, nextChargeAt: '2026-12-03T20:00:00.000Z' })
  await look('2026-12-02T07:00:00Z')
  await untilSent()
  expect(taken()).toHaveLength(1)
})

test('people choose their mails, and operators see what was given up and send it again', async () => {
  const put = (body: object) => merchant.call('PUT', '/me/mails', body)
  expect((await put({ declined: ['atRisk', 'atRisk'], includesTestNet: true })).body).toMatchObject(
    {
      declined: ['atRisk'],
      includesTestNet: true,
    },
  )
  for (const wrong of [{ declined: ['receiverChanged'], includesTestNet: true }, { declined: [] }])
    expect((await put(wrong)).status).toBe(400)

  office.behaviour = 'refusesReader'
  await setReceiver(dashboard, owner(), { blockchain: 'LocalMainNet', address: addressOf('ee') })
  await untilSent()
  office.behaviour = 'takes'
  const operator = await newOperator(dashboard, 'olga')
  const listed = await operator.call('GET', '/operator/mails?statusIn=Parked')
  const isOfReceiver = ({ kind, email }: Record<string, string>) =>
    kind === 'receiverChanged' && email === merchant.email
  const [mail] = listed.body.mails.filter(isOfReceiver)
  expect(mail).toMatchObject({ reason: 'Refused', canResend: true, email: merchant.email })
  expect(JSON.stringify(listed.body)).not.toContain(addressOf('ee'))
  expect((await operator.call('POST', `/operator/mails/${mail.id}/resend`)).status).toBe(202)
  await settle(dashboard)
  expect(taken()).toHaveLength(1)
  expect((await operator.call('POST', `/operator/mails/${mail.id}/resend`)).status).toBe(404)
  expect((await merchant.call('GET', '/operator/mails')).status).toBe(403)
})

test('roles are told what they can act on, and no other', async () => {
  const people = ['Manager', 'Developer', 'Reader'] as const
  for (const role of people) {
    const email = `${role}-${merchant.email}`.toLowerCase()
    const { merchantId } = merchant
    await createAccount(dashboard, { email, password: 'a long password', role, merchantId })
  }
  await activeSubscription({ atRisk: true, nextChargeAt: '2026-12-01T20:00:00.000Z' })
  await setReceiver(dashboard, owner(), { blockchain: 'LocalMainNet', address: addressOf('ab') })
  await look()
  await untilSent()
  expect(taken(`manager-${merchant.email}`)).toHaveLength(1)
  expect(taken()).toHaveLength(2)
  expect(taken(`developer-${merchant.email}`)).toEqual([])
  expect(taken(`reader-${merchant.email}`)).toEqual([])
})
