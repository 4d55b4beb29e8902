/** A process that sends mails is killed while the text of one is on its way. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueLink } from '../../src/store/people/account-links.ts'
import { createMailWorld, type MailWorld } from '../../test/mails/world.ts'

let world: MailWorld
beforeAll(async () => {
  world = await createMailWorld()
})
afterAll(() => world.close())

const operator = { by: 'olga@pay.example', from: null, isDemo: false }
const takenBy = ({ email }: { email: string }) =>
  world.office.taken.filter(({ to }) => to === email)
const statusOf = async ({ accountId }: { accountId: string }) =>
  (await world.listMails(accountId)).map(({ status, reason }) => ({ status, reason }))

test('killed before the end of the text, a process has sent nothing, and another sends it once', async () => {
  const person = await world.newPerson('alice')
  await issueLink(world, person.accountId, 'invitation', operator)
  world.office.behaviour = 'hangsAtGreeting'
  const before = world.office.connections
  const program = fileURLToPath(new URL('relay-program.ts', import.meta.url))
  const killed = spawn(
    process.execPath,
    [program, world.database.url, String(world.office.port), world.masterKey.toString('base64')],
    { stdio: 'ignore' },
  )
  await expect.poll(() => world.office.connections - before, { timeout: 45_000 }).toBe(1)
  // While somebody holds the row the handover cannot be noted, so the end of the text cannot come.
  const holding = await world.database.pool.connect()
  await holding.query('begin')
  await holding.query('select from mail where account_id = $1 for update', [person.accountId])
  const begunBefore = world.office.begun
  world.office.letIn()
  await expect.poll(() => world.office.begun - begunBefore).toBe(1)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  await holding.query('rollback')
  holding.release()
  expect(takenBy(person)).toEqual([])
  await world.hurry()
  const relay = world.startRelay()
  await expect.poll(() => statusOf(person)).toEqual([{ status: 'Sent', reason: null }])
  expect(takenBy(person)).toHaveLength(1)
  await relay.stop()
}, 60_000)
