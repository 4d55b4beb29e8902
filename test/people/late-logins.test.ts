/** Logins that were under way while the password was changed, or the account disabled: they open nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Started } from '../../src/main.ts'
import { hashPassword } from '../../src/shared/secrets/passwords.ts'
import { createAccount, setDisabled, setPassword } from '../../src/store/people/accounts.ts'
import { openSession } from '../../src/store/people/sessions.ts'
import { Account } from '../../src/store/tables/people.ts'
import { passUntil } from '../support/settle.ts'
import { newVisitor, startPlace } from './world.ts'

const password = 'a password of some length'
const actor = { by: 'a test', from: null, isDemo: false }

let place: Awaited<ReturnType<typeof startPlace>>
let started: Started
let people = 0
beforeAll(async () => {
  place = await startPlace()
  started = await place.start()
})
afterAll(() => place.stop())

/** An account as a login has just read it. */
async function provenAccount(): Promise<Account> {
  const email = `late-${++people}@example.test`
  const id = await createAccount(started.service, { email, password, role: 'Operator' })
  return started.service.database.orm.em.fork().findOneOrFail(Account, { id })
}

test('a password that was changed since it was proven opens no session', async () => {
  const account = await provenAccount()
  expect(await openSession(started.service, account)).not.toBeNull()
  await setPassword(started.service, account.id, 'another one, longer', { actor })
  expect(await openSession(started.service, account)).toBeNull()
})

test('an account that was disabled since its password was proven opens no session', async () => {
  const account = await provenAccount()
  await setDisabled(started.service, account.id, true, actor)
  expect(await openSession(started.service, account)).toBeNull()
})

test('a login waits for the change that is being committed, and then is none', async () => {
  const { id, email } = await provenAccount()
  const { pool } = started.service.database
  const passwordHash = await hashPassword('another one, longer')
  const changing = await pool.connect()
  await changing.query('begin')
  await changing.query('update account set password_hash = $2 where id = $1', [id, passwordHash])
  await changing.query('delete from session where account_id = $1', [id])

  let isAnswered = false
  const login = newVisitor(started)
    .logIn(email, password)
    .finally(() => (isAnswered = true))
  const isHeldUp = async () => {
    const waiting = `select 1 from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like '%insert into session%'`
    return isAnswered || (await pool.query(waiting)).rowCount === 1
  }
  await passUntil(started.service, 'the login is held up', isHeldUp, { byMs: 0 })
  await changing.query('commit')
  changing.release()

  expect(await login).toMatchObject({
    status: 403,
    body: { message: expect.stringMatching(/changed/) },
  })
  expect((await pool.query('select 1 from session where account_id = $1', [id])).rowCount).toBe(0)
})
