/** A database is closed while somebody still asks for a connection, as a service that stops does. */
import { expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'

test('closing ends, and what was asked before is answered', { timeout: 20_000 }, async () => {
  const database = await freshDatabase()
  const asked = database.orm.em.getConnection().execute('select 1 as one')
  await database.close()
  expect(await asked).toEqual([{ one: 1 }])
})
