/** The shapes of what clients send, field by field. Messages continue the field's name. */
import { type Address, getAddress, isAddress, zeroAddress } from 'viem'
import { z } from 'zod'
import { showValue } from '../requests/shown-value.ts'
import { isStorable } from '../requests/storable-text.ts'
import { exampleAddress, exampleHash } from '../../core/resources/fields.ts'

const addressPattern = /^0[xX][0-9a-fA-F]{40}$/

/** A blockchain address in any letter case; EIP-55 inside. For looking something up. */
export const AnyCaseAddress = z
  .string({ error: required('a blockchain address') })
  .regex(addressPattern, { error: misshapen(40, exampleAddress) })
  .transform((text): Address => getAddress(text.toLowerCase()))
  .meta({ type: 'string', examples: [exampleAddress] })

/**
 * An address that money will depend on. One letter case is accepted throughout; mixed
 * case is a checksum, and a wrong checksum is a typing error.
 */
export const PayingAddress = z
  .string({ error: required('a blockchain address') })
  .regex(addressPattern, { error: misshapen(40, exampleAddress) })
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
  .string({ error: required('the hash of a transaction') })
  .regex(/^0[xX][0-9a-fA-F]{64}$/, { error: misshapen(64, exampleHash) })
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

export const textField = (name: string, lengthMax: number) =>
  z
    .string({ error: required(`${name}, as a text`) })
    .min(1, 'must not be empty')
    .max(lengthMax, {
      error: ({ input }) =>
        `must have at most ${lengthMax} characters; it has ${(input as string).length}`,
    })
    .refine(isStorable, 'contains a NUL character or half of a surrogate pair')

export const customerIdLengthMax = 255
/** Clients take these out of an address, also percent-encoded. */
const stepsOfPaths = ['.', '..']

/** The name that a merchant gave to a customer; nobody would find one of blanks, or could ask for a dot. */
export const CustomerId = textField(
  "a customer's name in your system, such as 'customer-42'",
  customerIdLengthMax,
)
  .refine((text) => text.trim() !== '', "must not be blank; it is a customer's name in your system")
  .refine((text) => !stepsOfPaths.includes(text), {
    error: ({ input }) =>
      `must not be '${String(input)}', which cannot stand in an address; take a name such as 'customer-42'`,
  })
  .meta({ description: "The customer's name in your system", examples: ['customer-42'] })

/** `beyond`: what leads further than the most. */
export const wholeField = (min: number, max: number, beyond = '') =>
  z
    .int({ error: required(`a whole number from ${min} to ${max}`) })
    .min(min, { error: ({ input }) => `must be at least ${min}; it is ${showValue(input)}` })
    .max(max, {
      error: ({ input }) => `must be at most ${max}; it is ${showValue(input)}${beyond}`,
    })

/** The body of a command that takes none: what nobody would read is refused. */
export const NoFields = z.strictObject({})

function amountAsText({ input }: { input?: unknown }): string {
  if (input === undefined) return 'is required'
  const wanted = 'must be a text such as "9.99", so that no digit is lost'
  return typeof input === 'number' ? `${wanted}; it is the number ${input}` : wanted
}

/** Says "is required" for a missing field, and for a wrong one what it must be and what it is. */
function required(what: string) {
  return ({ input }: { input?: unknown }) =>
    input === undefined ? 'is required' : `must be ${what}; it is ${showValue(input)}`
}

function misshapen(digits: number, example: string) {
  return ({ input }: { input?: unknown }) =>
    `must be 0x and ${digits} hexadecimal digits, such as ${example}; it is ${showValue(input)}`
}
