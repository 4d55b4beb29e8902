import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount, findAccount } from '../../src/store/people/accounts.ts'
import { createApiKey } from '../../src/store/merchants/api-keys.ts'
import { createCustomerToken } from '../../src/store/merchants/customer-tokens.ts'
import { ensureGasWallet, openGasKey } from '../../src/store/merchants/gas-wallets.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import { openSession } from '../../src/store/people/sessions.ts'
import { createDependencies } from './world.ts'

let dependencies: Awaited<ReturnType<typeof createDependencies>>
beforeAll(async () => {
  dependencies = await createDependencies()
})
afterAll(() => dependencies.database.close())

test('no secret of a merchant is readable in the database (P19)', async () => {
  const merchantId = await createMerchant(dependencies, 'Alice')
  const owner = { merchantId, network: 'TestNet' } as const
  const password = 'canary in the coal mine'
  const account = { email: 'a@b.example', password, role: 'Owner', merchantId } as const
  await createAccount(dependencies, account)
  await ensureGasWallet(dependencies, owner, 'LocalTestNet')
  const carol = { customerId: 'carol', may: 'manage', expiresInSeconds: 60 } as const
  const canaries = {
    password,
    apiSecret: (await createApiKey(dependencies, owner, 'shop')).secret,
    gasKey: (await openGasKey(dependencies, owner, 'LocalTestNet')).slice(2),
    session: (await openSession(dependencies, (await findAccount(dependencies, account.email))!))!,
    customerToken: (await createCustomerToken(dependencies, owner, carol)).token,
  }

  const dump = await dumpDatabase()
  expect(dump).toContain('a@b.example')
  for (const canary of Object.values(canaries))
    for (const encoding of ['utf8', 'hex', 'base64', 'base64url'] as const)
      expect(dump).not.toContain(Buffer.from(canary).toString(encoding))
})

async function dumpDatabase(): Promise<string> {
  const { pool } = dependencies.database
  const tables = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  const dumps = await Promise.all(
    tables.rows.map(({ name }) => pool.query(`select to_jsonb(t)::text as row from "${name}" t`)),
  )
  return dumps.flatMap(({ rows }) => rows.map(({ row }) => String(row))).join('\n')
}
