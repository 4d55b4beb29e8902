/** The page derives addresses by itself; here its derivation meets the service's. */
import fc from 'fast-check'
import { getAddress, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { predictDepositAddress } from '../../src/shared/deposit-address.ts'
import { idToBytes32, newId } from '../../src/shared/ids.ts'
import { checkView } from '../../web/checkout/address-check.ts'
import { deriveDepositAddress, paymentBytes } from '../../web/checkout/deposit-address.ts'
import { unpaidView } from './views.ts'

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`))
const id = fc.integer({ min: 0, max: 4e12 }).map((at) => newId(new Date(at)))

describe('the address derived by the page', () => {
  test('is the service’s, for every chain, merchant and payment', () => {
    const chainId = fc.integer({ min: 1, max: 2 ** 40 })
    fc.assert(
      fc.property(
        address,
        address,
        address,
        chainId,
        id,
        (factory, implementation, receiver, chain, paymentId) => {
          const derived = deriveDepositAddress({
            id: paymentId,
            blockchain: { ...unpaidView.blockchain, chainId: chain },
            derivation: { ...unpaidView.derivation, factory, implementation, receiver },
          })
          const deployment = {
            depositFactory: factory,
            depositImplementation: implementation,
            chainId: chain,
          }
          expect(derived).toBe(predictDepositAddress(deployment, receiver, paymentId))
        },
      ),
    )
  })

  test('commits to the payment’s own id, not to bytes that the service names', () => {
    fc.assert(fc.property(id, (text) => paymentBytes(text) === idToBytes32(text)))
    const derivation = { ...unpaidView.derivation, id: `0x${'ff'.repeat(32)}` as Hex }
    expect(checkView({ ...unpaidView, derivation })).toBeNull()
  })

  test('refuses any other address, and names both', () => {
    const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
    expect(checkView({ ...unpaidView, depositAddress: other })).toEqual({
      kind: 'addressDiffers',
      shown: other,
      expected: unpaidView.depositAddress,
    })
  })

  test.each([
    ['another chain', { blockchain: { ...unpaidView.blockchain, chainId: 1 } }],
    ['another payment', { id: '1C8PSCdvXMSYKx8P51oR5L' }],
  ])('refuses the address of %s', (_, change) => {
    expect(checkView({ ...unpaidView, ...change })?.kind).toBe('addressDiffers')
  })
})
