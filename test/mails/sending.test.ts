import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { pino } from 'pino'
import { issueLink } from '../../src/store/people/account-links.ts'
import { settle } from '../support/settle.ts'
import { certificate } from '../webhooks/self-signed.ts'
import { linkOf, PostOffice, readMail } from './post-office.ts'
import { createMailWorld, type MailWorld } from './world.ts'

let world: MailWorld
const stops: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  world = await createMailWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.office.behaviour = 'takes'
  await world.database.pool.query('delete from mail')
})
afterEach(async () => {
  for (const one of stops.splice(0)) await one.stop()
})

const operator = { by: 'olga@pay.example', from: null, isDemo: false }
const startRelay: MailWorld['startRelay'] = (...given) => {
  const relay = world.startRelay(...given)
  stops.push(relay)
  return relay
}
const invite = async () => {
  const person = await world.newPerson('alice')
  const { token } = await issueLink(world, person.accountId, 'invitation', operator)
  return { ...person, token }
}
const takenBy = ({ email }: { email: string }, office = world.office) =>
  office.taken.filter(({ to }) => to === email)
const statusOf = async ({ accountId }: { accountId: string }) =>
  (await world.listMails(accountId)).map(({ status, reason }) => ({ status, reason }))

test('an invitation reaches its reader with its link, which is nowhere else', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const person = await invite()
  const { rows } = await world.database.pool.query('select mail::text as row from mail')
  expect(JSON.stringify(rows)).not.toContain(person.token)
  startRelay({}, log)
  await settle(world)
  expect(takenBy(person)).toHaveLength(1)
  const { raw } = takenBy(person)[0]!
  expect(linkOf(raw)).toBe(`https://pay.example/dashboard/account-link#${person.token}`)
  expect(readMail(raw).subject).toContain('Your account at alice')
  expect(readMail(raw).html).toContain(person.token)
  // The way to decline stands only in mails that somebody may do without.
  expect(raw).not.toMatch(/^List-Unsubscribe/m)
  expect(await statusOf(person)).toEqual([{ status: 'Sent', reason: null }])
  expect((await world.listMails(person.accountId))[0]?.sealedFacts).toBeNull()
  expect(lines.join('')).not.toContain(person.token)
})

test('a server that refuses the reader parks the mail, and one that refuses for now is asked again', async () => {
  const [gone, busy] = [await invite(), await invite()]
  await world.database.pool.query(
    `update mail set available_at = 'infinity' where account_id = $1`,
    [busy.accountId],
  )
  world.office.behaviour = 'refusesReader'
  startRelay()
  await settle(world)
  expect(await statusOf(gone)).toEqual([{ status: 'Parked', reason: 'Refused' }])
  expect((await world.listMails(gone.accountId))[0]?.lastError).toContain('no such mailbox')

  world.office.behaviour = 'refusesForNow'
  await world.hurry()
  await settle(world)
  expect((await world.listMails(busy.accountId))[0]?.lastError).toContain('come again later')
  expect(await statusOf(busy)).toEqual([{ status: 'Waiting', reason: null }])
  world.office.behaviour = 'takes'
  await world.hurry()
  await settle(world)
  expect(takenBy(busy)).toHaveLength(1)
})

test('a filter that quotes the link it refuses puts it into no table', async () => {
  const person = await invite()
  world.office.behaviour = 'refusesText'
  startRelay()
  await settle(world)
  expect(await statusOf(person)).toEqual([{ status: 'Parked', reason: 'Refused' }])
  const [mail] = await world.listMails(person.accountId)
  expect(mail?.lastError).toContain('not taken because of')
  expect(mail?.lastError).not.toContain(person.token)
})

test('a mail whose answer never came is sent once more under its Message-ID, and then given up', async () => {
  const person = await invite()
  world.office.behaviour = 'dropsAfterText'
  const before = world.office.handovers
  startRelay()
  for (const count of [1, 2]) {
    await settle(world)
    expect(world.office.handovers - before).toBe(count)
    expect((await world.listMails(person.accountId))[0]?.lastError).toBeTruthy()
    await world.hurry()
  }
  await settle(world)
  expect(await statusOf(person)).toEqual([{ status: 'Parked', reason: 'OutcomeUnknown' }])
  expect(world.office.handovers - before).toBe(2)
})

test('two processes send a mail once', async () => {
  const people = [await invite(), await invite(), await invite()]
  startRelay()
  startRelay()
  await settle(world)
  for (const person of people)
    expect(await statusOf(person)).toEqual([{ status: 'Sent', reason: null }])
  for (const person of people) expect(takenBy(person)).toHaveLength(1)
})

test('a person who was shut out gets nothing any more, and a mail that is too old is not sent', async () => {
  const [shut, late] = [await invite(), await invite()]
  const { pool } = world.database
  await pool.query('update account set disabled_at = now() where id = $1', [shut.accountId])
  await pool.query('update mail set expires_at = now() where account_id = $1', [late.accountId])
  startRelay()
  await settle(world)
  expect(await statusOf(shut)).toEqual([{ status: 'Parked', reason: 'AccountDisabled' }])
  expect(await statusOf(late)).toEqual([{ status: 'Parked', reason: 'Expired' }])
})

test('where TLS is required nothing goes out in the clear, and a certificate has to be known', async () => {
  const person = await invite()
  startRelay({ tls: 'required' })
  await settle(world)
  expect((await world.listMails(person.accountId))[0]?.lastError).toContain('STARTTLS')
  expect(takenBy(person)).toEqual([])
  await stops.pop()!.stop()

  for (const tls of ['required', 'implicit'] as const) {
    const office = await PostOffice.start({
      tls: tls === 'implicit' ? 'implicit' : 'offered',
      password: 'sesame',
    })
    const reader = await invite()
    const credentials = { user: 'mandate', password: 'sesame' }
    const settings = { port: office.port, tls, credentials }
    startRelay(settings)
    await settle(world)
    expect((await world.listMails(reader.accountId))[0]?.lastError).toMatch(/self.signed/)
    await stops.pop()!.stop()
    startRelay({ ...settings, certificateAuthorities: certificate })
    await world.hurry()
    await settle(world)
    expect(takenBy(reader, office)).toHaveLength(1)
    expect(takenBy(reader, office)[0]).toMatchObject({ isEncrypted: true, user: 'mandate' })
    await stops.pop()!.stop()
    await office.stop()
  }
})
