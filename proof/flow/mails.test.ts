/** Mails of a whole service: each is caused by what really happens, sent by a process that is killed in the middle, and followed. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, hourMs } from '../../machines/durations.ts'
import { eventually } from '../../examples/client/eventually.ts'
import type { Json } from '../../examples/client/merchant.ts'
import { findFreePort } from '../../src/embedded/ports.ts'
import { PostOffice } from '../../test/mails/post-office.ts'
import { letterOf, type Letter } from './letters.ts'
import { relaysOf } from './relays-process.ts'
import { advancePath, newActive } from '../../test/flow/clock-calls.ts'
import { type FlowWorld, startWorld } from '../../test/flow/world.ts'

const email = 'owner@shop.example'
const password = 'a password of some length'

let world: FlowWorld
let office: PostOffice
let relays: ReturnType<typeof relaysOf>
let base: string
const failing = createServer((_request, response) => response.writeHead(500).end('out of order'))

beforeAll(async () => {
  office = await PostOffice.start()
  base = `http://127.0.0.1:${await findFreePort()}`
  world = await startWorld({
    PORT: new URL(base).port,
    BASE_URL: base,
    MAIL_FROM: 'Mandate <mandate@pay.example>',
    SMTP_URL: `smtp://localhost:${office.port}`,
    SMTP_TLS: 'off',
    ROLES: 'http,worker,watcher',
  })
  relays = relaysOf(world.environment)
  failing.listen(0, '127.0.0.1')
  await once(failing, 'listening')
})
afterAll(async () => {
  await relays?.kill()
  await world?.stop()
  await office?.stop()
  failing.close()
})

const letters = (): Letter[] =>
  office.taken.filter(({ to }) => to === email).map(({ raw }) => letterOf(raw, base))

const pool = () => world.service.service.database.pool

/**
 * Lets something happen, and kills the process that tells of it while it gives so many mails to the server. The one after
 * it hands over what the first has claimed, without the minute and a half in which nobody else may.
 */
async function sendThroughDeath(count: number, cause: () => Promise<void>): Promise<Letter[]> {
  const before = letters().length
  office.behaviour = 'hangsAtGreeting'
  await cause()
  // The mails that a look finds each minute are found at every start.
  await relays.kill()
  await relays.start()
  const claimed = `select from mail where status = 'Waiting' and attempts > 0`
  await eventually(
    'mails on their way',
    async () => (await pool().query(claimed)).rowCount === count,
  )
  await relays.kill()
  expect(letters()).toHaveLength(before)
  office.behaviour = 'takes'
  await pool().query(`update mail set available_at = now() where status = 'Waiting'`)
  await relays.start()
  await eventually('mails', async () => letters().length >= before + count)
  return letters().slice(before)
}

/** Opens a link of a mail as a browser does: the page comes, and what stands behind `#` is not sent. */
async function open(link: string): Promise<string> {
  const { origin, pathname, search } = new URL(link)
  expect(origin).toBe(base)
  const answer = await fetch(`${origin}${pathname}${search}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/html'),
  ])
  return pathname
}

const find = (found: Letter[], subject: string): Letter => {
  const some = found.filter((letter) => letter.subject.includes(subject))
  expect(some.map((letter) => letter.subject)).toEqual([expect.stringContaining(subject)])
  expect(some[0]!.htmlWords).toEqual(some[0]!.textWords)
  expect(some[0]!.htmlLinks).toEqual(some[0]!.textLinks)
  return some[0]!
}

/** Sets the password by the link of a mail. */
async function usePassword({ textLinks }: Letter): Promise<void> {
  expect(await open(textLinks[0]!)).toBe('/dashboard/account-link')
  const token = decodeURIComponent(new URL(textLinks[0]!).hash.slice(1))
  expect((await call('POST', '/account-link', { token, password })).status).toBe(200)
}

let cookie = ''
async function call(method: string, path: string, body?: Json) {
  const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) }
  const asked = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const answer = await fetch(`${base}/dashboard/api${path}`, asked)
  const text = await answer.text()
  const [given] = answer.headers.getSetCookie()
  if (given) cookie = given.split(';')[0]!
  return { status: answer.status, body: text ? JSON.parse(text) : {} }
}

test('an invitation and a reset arrive once, and their links set the password', async () => {
  const { merchant } = world
  let id = ''
  const [invitation] = await sendThroughDeath(1, async () => {
    const member = { email, role: 'Owner', proof: merchant.proof }
    id = (await merchant.asPerson<{ id: string }>('POST', '/test/members', member)).id
  })
  expect(invitation!.text).toContain('invites you to the dashboard of Demo shop')
  await usePassword(find([invitation!], 'Your account at Demo shop'))
  await merchant.asPerson('POST', `/test/members/${id}/reset`, { proof: merchant.proof })
  await eventually('the reset', async () => letters().length === 2)
  await usePassword(find(letters().slice(1), 'Set another password'))
  expect((await call('POST', '/login', { email, password })).status).toBe(200)
  // People of the demo are told no more than this; the shop is the demo's, and this owner is a real one from now on.
  await pool().query('update account set is_demo = false where id = $1', [id])
  const choices = { declined: [], includesTestNet: true }
  expect((await call('PUT', '/me/mails', choices)).status).toBe(200)
}, 120_000)

test('a receiver that waits a day and an endpoint that fails are told once each', async () => {
  const { merchant, payer } = world
  const { chains, merchant: own } = merchant.dev
  await payer.earn(1_000)
  await newActive(world)
  const { port } = failing.address() as AddressInfo
  await merchant.sendWebhooksTo(`http://127.0.0.1:${port}/hooks`)
  const { now } = await merchant.get<{ now: string }>('/testing/clock')
  const told = await sendThroughDeath(2, async () => {
    const receiver = { blockchain: chains[0]!.name, address: payer.address, confirm: true }
    await merchant.asPerson('PUT', '/test/receiver', { ...receiver, proof: merchant.proof })
    // Events of several resources, of which each goes out by itself.
    await newDrafts(3)
    await eventually('the dead endpoint', isThere(`destination where status = 'Down'`))
  })
  const change = find(told, 'Your money is to go to another address')
  const counts = new Date(Date.parse(now) + dayMs).toISOString()
  for (const text of ['Demo shop on the test network', own.receiver, payer.address, own.email])
    expect(change.text).toContain(text)
  expect(change.text).toMatch(new RegExp(`Counts from: .*, ${counts.slice(11, 14)}`))
  expect(await open(change.textLinks[0]!)).toBe('/dashboard/test/money')
  const endpoint = find(told, 'Your webhook endpoint does not answer')
  for (const text of ['Demo shop', 'on the test network', `127.0.0.1:${port}`, '500', own.apiKey])
    expect(endpoint.text).toContain(text)
  expect(await open(endpoint.textLinks[0]!)).toBe('/dashboard/test/integration')
  const before = letters().length
  await merchant.asPerson('POST', `/test/receiver/${chains[0]!.name}/call-off`)
  await eventually('the change taken back', async () => letters().length > before)
  const stays = find(letters().slice(before), 'A change of where your money goes was taken back')
  for (const text of [`Stays: ${own.receiver}`, `Taken back: ${payer.address}`, own.email])
    expect(stays.text).toContain(text)
}, 120_000)

test('a charge at risk and an empty gas wallet are told in the morning by the test clock', async () => {
  const { merchant, payer } = world
  const { now } = await merchant.get<{ now: string }>('/testing/clock')
  const tomorrow = Math.floor(Date.parse(now) / dayMs) * dayMs + dayMs
  const morning = new Date(tomorrow + 6.5 * hourMs).toISOString()
  await merchant.post(advancePath, { until: morning })
  await relays.kill()
  await relays.start()
  const cause = `TestNet/${morning.slice(0, 10)}`
  const looked = `mail where status = 'Skipped' and kind = 'atRisk' and cause = '${cause}'`
  await eventually('a morning without a charge at risk', isThere(looked))

  const [active] = await listActive()
  // The allowance goes on to cover it: only a look into the wallet shows that it fails.
  await payer.emptyPockets()
  const until = morningBefore(active!.nextChargeAt)
  const address = merchant.dev.merchant.gasWallet as `0x${string}`
  const told = await sendThroughDeath(2, async () => {
    await merchant.post(advancePath, { until })
    await eventually('a look into the wallet', isThere('payer_funds where balance = 0'))
    await payer.node.setBalance({ address, value: 0n })
    await payer.node.mine({ blocks: 1 })
    await eventually('the empty wallet', isThere(`gaswallet where status = 'Empty'`))
  })
  const gas = find(told, 'The gas wallet on')
  for (const text of ['Demo shop', 'on the test network', address, 'Balance: 0 ETH'])
    expect(gas.text).toContain(text)
  expect(await open(gas.textLinks[0]!)).toBe('/dashboard/test/money')
  const atRisk = find(told, '1 subscription will fail unless somebody acts')
  for (const text of ['Demo shop', 'the test network', 'InsufficientBalance: ', '10.00 ltUSDC'])
    expect(atRisk.text).toContain(text)
  expect(atRisk.text).toContain(`${payer.address} held 0.00 ltUSDC for all of its charges`)
  for (const [index, screen] of ['at-risk', 'forecast/charges'].entries())
    expect(await open(atRisk.textLinks[index]!)).toBe(`/dashboard/test/${screen}`)
}, 120_000)

test('nothing of all that comes once more, and each link out of the mails declines its kind', async () => {
  const before = letters().map(({ subject }) => subject)
  await relays.kill()
  // A round notes again what it looked for in vain: the list of the main network is the last that it looks for.
  const skipped = `mail where status = 'Skipped' and kind = 'atRisk'`
  await pool().query(`delete from ${skipped}`)
  await relays.start()
  await eventually('another round', isThere(skipped))
  await pool().query(`update mail set available_at = now() where status = 'Waiting'`)
  const waiting = `select from mail where status = 'Waiting'`
  await eventually('all sent', async () => (await pool().query(waiting)).rowCount === 0)
  expect(letters().map(({ subject }) => subject)).toEqual(before)
  for (const { text } of letters()) {
    const link = /To get no more mails like this one: (\S+)/.exec(text)?.[1]
    if (link) expect(await open(link)).toBe('/mails/unsubscribe')
  }
})

const isThere = (where: string) => async () =>
  (await pool().query(`select from ${where}`)).rowCount !== 0

async function newDrafts(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await world.merchant.subscribe(world.payer.address, { customerId: `draft-${n}` })
}

const listActive = async () => {
  const { subscriptions } = await world.merchant.asPerson<{
    subscriptions: { contractAddress: string; nextChargeAt: string }[]
  }>('GET', '/test/subscriptions?statusIn=Active')
  return subscriptions
}

/** Less than a day before a charge, and after the hour from which on mails of the day go out. */
function morningBefore(dueAt: string): string {
  const wanted = Date.parse(dueAt) - 20 * hourMs
  const opens = Math.floor(wanted / dayMs) * dayMs + 6.5 * hourMs
  return new Date(Math.max(wanted, opens)).toISOString()
}
