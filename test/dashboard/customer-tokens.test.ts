import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Owner } from '../../src/shared/owner.ts'
import * as customerTokens from '../../src/store/merchants/customer-tokens.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import { createDependencies } from './world.ts'

let dependencies: Awaited<ReturnType<typeof createDependencies>>
let alice: Owner

beforeAll(async () => {
  dependencies = await createDependencies()
  alice = { merchantId: await createMerchant(dependencies, 'Alice'), network: 'TestNet' }
})
afterAll(() => dependencies.database.close())

describe('a customer token', () => {
  const newToken = (customerId: string, changes: Partial<customerTokens.Grant> = {}) =>
    customerTokens.createCustomerToken(dependencies, alice, {
      customerId,
      may: 'manage',
      expiresInSeconds: 60,
      ...changes,
    })
  const find = (token: string) => customerTokens.findTokenHolder(dependencies, token)

  test('is of whom it was made for, and no two are alike', async () => {
    const { token, expiresAt } = await newToken('customer-1', { may: 'leave' })
    expect((await newToken('customer-1')).token).not.toBe(token)
    expect(await find(token)).toMatchObject({
      ...alice,
      merchantName: 'Alice',
      customerId: 'customer-1',
      may: 'leave',
      expiresAt,
      isExpired: false,
      isRevoked: false,
    })
    expect(await find('guess')).toBeNull()
  })

  test('that is over is known for a while, and then forgotten', async () => {
    const { token } = await newToken('customer-2')
    await dependencies.database.pool.query(
      `update customer_token set expires_at = now() - interval '1 second' where customer_id = 'customer-2'`,
    )
    expect(await find(token)).toMatchObject({ customerId: 'customer-2', isExpired: true })
    const { token: good } = await newToken('customer-2')
    expect(await customerTokens.forgetCustomerTokens(dependencies.database, new Date())).toBe(1)
    expect([await find(token), (await find(good))?.isExpired]).toEqual([null, false])
  })

  test('is revoked with all others of its customer, and with nobody else’s', async () => {
    const tokens = [await newToken('customer-3'), await newToken('customer-3', { may: 'leave' })]
    const others = [
      await newToken('customer-4'),
      await customerTokens.createCustomerToken(
        dependencies,
        { ...alice, network: 'MainNet' },
        { customerId: 'customer-3', may: 'manage', expiresInSeconds: 60 },
      ),
    ]
    const revoke = () => customerTokens.revokeCustomerTokens(dependencies, alice, 'customer-3')
    expect([await revoke(), await revoke()]).toEqual([2, 0])
    for (const { token } of tokens) expect(await find(token)).toMatchObject({ isRevoked: true })
    for (const { token } of others) expect(await find(token)).toMatchObject({ isRevoked: false })
  })

  test('of before there were two kinds may do everything', async () => {
    const { token } = await newToken('customer-5')
    const { pool } = dependencies.database
    // The statement of an earlier version stores one like this.
    await pool.query(
      `insert into customer_token (token_hash, merchant_id, network, customer_id, expires_at)
       select 'old-' || token_hash, merchant_id, network, customer_id, expires_at
       from customer_token where customer_id = 'customer-5'`,
    )
    const { rows } = await pool.query(
      `select may from customer_token where token_hash like 'old-%'`,
    )
    expect(rows).toEqual([{ may: 'manage' }])
    expect(await find(token)).toMatchObject({ may: 'manage' })
  })
})
