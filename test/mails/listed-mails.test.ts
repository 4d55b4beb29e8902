import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/store/database.ts'
import { listMails } from '../../src/store/mails/listed-mails.ts'
import type { ListPosition } from '../../src/store/lists/places.ts'
import { createDependencies } from '../dashboard/world.ts'

const mailsMax = 20_000

let database: Database
beforeAll(async () => {
  ;({ database } = await createDependencies())
  await database.pool.query(
    `insert into account (id, email, role, is_demo, created_at) values ('one', 'one@shop.example', 'Operator', false, now())`,
  )
  await database.pool.query(
    `insert into mail (id, kind, cause, account_id, status, available_at, created_at, expires_at)
     select n::text, 'accountLink', n::text, 'one', 'Sent', now(), now() - n * interval '1 minute', now()
     from generate_series(1, $1) as n`,
    [mailsMax],
  )
  await database.pool.query('analyze mail')
  await database.pool.query('analyze account')
})
afterAll(() => database.close())

/** Reads a page, and how Postgres does it. */
async function readPage(after?: ListPosition) {
  const plans: string[] = []
  const { pool } = database
  const explaining = {
    async query(text: string, values: unknown[]) {
      const { rows } = await pool.query<Record<string, string>>(`explain ${text}`, values)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      return pool.query(text, values)
    },
  } as unknown as Database['pool']
  const page = await listMails({ pool: explaining }, { statusIn: [] }, { limit: 50, after })
  return { ...page, plan: plans.join('\n') }
}

test('operators read the newest mails, and those after any other, in order and without sorting all', async () => {
  const first = await readPage()
  const second = await readPage(first.next!)
  const ids = [...first.rows, ...second.rows].map(({ id }) => Number(id))
  expect(ids).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  for (const { plan } of [first, second]) {
    expect(plan).toContain('mail_created_at_id_index')
    expect(plan).not.toContain('Sort')
    expect(plan).not.toContain('Seq Scan on mail')
  }
})
