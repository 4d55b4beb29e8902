/** The shapes of what clients send, field by field. Messages continue the field's name. */
import { type Address, getAddress, isAddress, zeroAddress } from 'viem'
import { z } from 'zod'
import { isStorable } from '../requests/storable-text.ts'
import { exampleAddress, exampleHash } from '../../store/resources/fields.ts'

const addressPattern = /^0[xX][0-9a-fA-F]{40}$/

/** A blockchain address in any letter case; EIP-55 inside. For looking something up. */
export const AnyCaseAddress = z
  .string('must be a string')
  .regex(addressPattern, 'must be 0x and 40 hexadecimal digits')
  .transform((text): Address => getAddress(text.toLowerCase()))
  .meta({ type: 'string', examples: [exampleAddress] })

/**
 * An address that money will depend on. One letter case is accepted throughout; mixed
 * case is a checksum, and a wrong checksum is a typing error.
 */
export const PayingAddress = z
  .string({ error: required('a blockchain address') })
  .regex(addressPattern, 'must be 0x and 40 hexadecimal digits')
  .refine(isUniformOrChecksummed, 'has a wrong EIP-55 checksum; compare it letter by letter')
  .refine((text) => text.toLowerCase() !== zeroAddress, 'must not be the zero address')
  .transform((text): Address => getAddress(text.toLowerCase()))
  .meta({ type: 'string', examples: [exampleAddress] })

function isUniformOrChecksummed(text: string): boolean {
  const digits = text.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  return isAddress(`0x${digits}`)
}

/** The hash of a chain's transaction in any letter case; lower case inside. */
export const AnyCaseHash = z
  .string('must be a string')
  .regex(/^0[xX][0-9a-fA-F]{64}$/, 'must be 0x and 64 hexadecimal digits')
  .transform((text) => text.toLowerCase())
  .meta({ type: 'string', examples: [exampleHash] })

/**
 * An amount as it is sent: its value a text, because a JSON number loses digits. Whether it
 * is one that the asset can carry is seen when the asset is known.
 */
export const MoneyField = z
  .strictObject({
    value: z.string({ error: amountAsText }).meta({
      description: 'A plain decimal, greater than zero, as a text',
      examples: ['10'],
    }),
    currency: z.string().meta({ description: 'Asset code', examples: ['ltUSDC'] }),
  })
  .meta({ id: 'NewMoney' })
export type MoneyField = z.infer<typeof MoneyField>

/** A moment with its offset from UTC, seconds or not; the 30th of February is refused. */
export const MomentWithOffset = z
  .string({ error: required('an ISO 8601 moment') })
  .transform(withSeconds)
  .pipe(
    z.iso.datetime({
      offset: true,
      error: 'must be a real moment in ISO 8601 with an offset, such as 2026-01-31T12:00:00Z',
    }),
  )
  .transform((text) => new Date(text))
  .meta({ format: 'date-time' })

export const textField = (name: string, lengthMax: number) =>
  z
    .string({ error: required(name) })
    .min(1, 'must not be empty')
    .max(lengthMax, `must have at most ${lengthMax} characters`)
    .refine(isStorable, 'contains a NUL character or half of a surrogate pair')

export const wholeField = (min: number, max: number) =>
  z
    .int({ error: required('a whole number') })
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)

/** The body of a command that takes none: what nobody would read is refused. */
export const NoFields = z.strictObject({})

function amountAsText({ input }: { input?: unknown }): string {
  if (input === undefined) return 'is required'
  const wanted = 'must be a text such as "9.99", so that no digit is lost'
  return typeof input === 'number' ? `${wanted}; it is the number ${input}` : wanted
}

/** Says "is required" for a missing field, and what it must be for a wrong one. */
function required(what: string) {
  return ({ input }: { input?: unknown }) =>
    input === undefined ? 'is required' : `must be ${what}`
}

/** ISO 8601 leaves the seconds out where they are zero, and RFC 3339 writes `t` and `z` as well. */
function withSeconds(text: string): string {
  return text.toUpperCase().replace(/(T\d\d:\d\d)(Z|[+-])/, '$1:00$2')
}
