/** The page derives addresses by itself; these tests compare its derivation with the service's. */
import fc from 'fast-check'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { hashPaymentId, predictDepositAddress } from '../../src/shared/addresses/deposit-address.ts'
import { newDepositSalt } from '../support/deposit-salt.ts'
import { newId } from '../../src/shared/ids.ts'
import { checkView } from '../../web/checkout/address-check.ts'
import * as page from '../../web/checkout/deposit-address.ts'
import { unpaidView } from './views.ts'

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`))
const id = fc.integer({ min: 0, max: 4e12 }).map((at) => newId(new Date(at)))

const salt = fc.constant(null).map(newDepositSalt)

describe('the deposit address derived by the page', () => {
  test('equals the address that the service derives, for every factory, merchant and payment', () => {
    fc.assert(
      fc.property(
        address,
        address,
        address,
        id,
        salt,
        (factory, implementation, receiver, paymentId, depositSalt) => {
          const derived = page.deriveDepositAddress({
            id: paymentId,
            derivation: { factory, implementation, receiver, salt: depositSalt },
          })
          const deployment = { depositFactory: factory, depositImplementation: implementation }
          const idHash = hashPaymentId(paymentId, depositSalt)
          expect(derived).toBe(predictDepositAddress(deployment, receiver, idHash))
        },
      ),
    )
  })

  test('is refused by the service, too, where a part of it is shorter or longer than it must be', () => {
    const [receiver, idHash] = [`0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(32)}`] as const
    const deployment = { depositFactory: receiver, depositImplementation: receiver }
    for (const odd of [`0x${'ab'.repeat(19)}`, `0x${'ab'.repeat(21)}`] as const) {
      expect(() => predictDepositAddress(deployment, odd, idHash)).toThrow('20 are needed')
      expect(() => predictDepositAddress(deployment, receiver, odd)).toThrow('32 are needed')
    }
    expect(() => hashPaymentId(newId(new Date()), receiver)).toThrow('16 are needed')
  })

  test('refuses a salt that could stand in for bytes of the id', () => {
    const { id: paymentId, derivation } = unpaidView
    for (const odd of ['0x', '0x5a', `0x${'5a'.repeat(17)}`, `0x${'5a'.repeat(32)}`] as const)
      expect(() =>
        page.deriveDepositAddress({ id: paymentId, derivation: { ...derivation, salt: odd } }),
      ).toThrow('a salt has 16 bytes')
  })

  test('refuses any other address, and names both', () => {
    const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
    expect(checkView({ ...unpaidView, depositAddress: other })).toEqual({
      reason: 'addressDiffers',
      shown: other,
      expected: unpaidView.depositAddress,
    })
  })

  test.each([
    ['another salt', { derivation: { ...unpaidView.derivation, salt: newDepositSalt() } }],
    ['another payment', { id: '1C8PSCdvXMSYKx8P51oR5L' }],
  ])('refuses the address of %s', (_, change) => {
    expect(checkView({ ...unpaidView, ...change })?.reason).toBe('addressDiffers')
  })
})
