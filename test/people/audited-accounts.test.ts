/** A change of an account and its entry in the audit log are one commit. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../src/store/people/accounts.ts'
import {
  type Dashboard,
  logIn,
  newMerchant,
  newOperator,
  type Person,
  startDashboard,
} from '../dashboard/service.ts'

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let olga: Person

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  olga = await newOperator(dashboard, 'olga')
})
afterAll(() => dashboard.stop())

type Colleague = Person & { id: string }
const password = 'a long password'
const tables = [
  ['account', 'id'],
  ['session', 'account_id'],
  ['account_link', 'account_id'],
  ['account_change', 'account_id'],
]
const commands: Record<string, (one: Colleague) => ReturnType<Person['call']>> = {
  changeRole: ({ id }) => alice.call('POST', `/test/members/${id}/role`, { role: 'Finance' }),
  disableMember: ({ id }) => alice.call('POST', `/test/members/${id}/disable`),
  enableMember: ({ id }) => alice.call('POST', `/test/members/${id}/enable`),
  resetMember: ({ id }) => alice.call('POST', `/test/members/${id}/reset`),
  removeSecondFactors: ({ id }) => alice.call('POST', `/test/members/${id}/remove-second-factors`),
  endMemberSessions: ({ id }) => alice.call('POST', `/test/members/${id}/sessions/end`),
  endMemberSession: async ({ id }) => {
    const { body } = await alice.call('GET', `/test/members/${id}/sessions`)
    return alice.call('DELETE', `/test/members/${id}/sessions/${body.sessions[0].id}`)
  },
  endSessions: (one) => one.call('POST', '/sessions/end'),
  changePassword: (one) =>
    one.call('POST', '/password', { currentPassword: password, newPassword: `${password} 2` }),
  endSessionsOfAccount: ({ id }) => olga.call('POST', `/operator/accounts/${id}/end-sessions`),
  disableAccount: ({ id }) => olga.call('POST', `/operator/accounts/${id}/disable`, { password }),
}

test.each(Object.keys(commands))(
  '%s is not done where its entry cannot be written',
  async (call) => {
    const { pool } = dashboard.database
    const { merchantId } = alice
    const email = `${call.toLowerCase()}@example.test`
    const id = await createAccount(dashboard, { email, password, role: 'Support', merchantId })
    const one = { ...(await logIn(dashboard, email, password)), id }
    const stored = async () => {
      const rowsOf = ([table, key]: string[]) =>
        `(select jsonb_agg(to_jsonb(t) - 'used_at' order by t) from ${table} t where ${key} = $1) as ${table}`
      const found = await pool.query(`select ${tables.map(rowsOf).join(', ')}`, [id])
      return found.rows[0]
    }
    const before = await stored()
    await pool.query(
      `alter table audit_entry add constraint refused check (call <> '${call}') not valid`,
    )
    expect((await commands[call]!(one)).status).toBeGreaterThanOrEqual(500)
    await pool.query('alter table audit_entry drop constraint refused')
    expect(await stored()).toEqual(before)
    expect((await commands[call]!(one)).status).toBeLessThan(300)
    expect(await stored()).not.toEqual(before)
    const written = await pool.query('select from audit_entry where call = $1', [call])
    expect(written.rowCount).toBe(1)
  },
)
