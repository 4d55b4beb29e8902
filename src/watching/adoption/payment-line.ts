/**
 * Reads lost payments from a file of lines: each is a payment as the API answered it, or the body of a webhook that has
 * one, so that a merchant sends what its server kept.
 */
import { type Address, getAddress, isAddress } from 'viem'
import { z } from 'zod'
import { idPattern } from '../../shared/ids.ts'
import type { Owner } from '../../shared/owner.ts'
import type { LostPayment } from './adopt-payment.ts'

/** More than any webhook's body. */
const lineBytesMax = 65_536
const descriptionLengthMax = 4_096

const AnyCaseAddress = z
  .string()
  .refine((text) => isAddress(text, { strict: false }), 'is no address')
  .transform((text): Address => getAddress(text))

/** Other fields follow from these, or from the chain. */
const Payment = z.object({
  id: z.string().regex(idPattern, 'is no id of a payment'),
  blockchain: z.string(),
  depositAddress: AnyCaseAddress,
  receiver: AnyCaseAddress,
  amount: z.object({ value: z.string(), currency: z.string() }),
  description: z.string().max(descriptionLengthMax).nullish(),
  metadata: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
  expiresAt: z.iso.datetime({ offset: true }),
})
const Webhook = z.object({ payment: Payment }).transform(({ payment }) => payment)

type PaymentLine = { blockchain: string; lost: LostPayment }

/** @throws with the field that is missing or wrong */
export function readPaymentLine(line: string, owner: Owner, checkout: string): PaymentLine {
  if (Buffer.byteLength(line) > lineBytesMax)
    throw new Error(`it is longer than ${lineBytesMax} bytes`)
  const { blockchain, amount, description, metadata, expiresAt, ...named } = parse(line)
  const lost = {
    ...named,
    ...owner,
    asset: amount.currency,
    amount: amount.value,
    expiresAt: new Date(expiresAt),
    description: description ?? null,
    metadata: metadata === null || metadata === undefined ? null : JSON.stringify(metadata),
    checkoutUrl: `${checkout}/${named.id}`,
  }
  return { blockchain, lost }
}

function parse(line: string): z.infer<typeof Payment> {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    throw new Error('it is no JSON')
  }
  const hasPayment = typeof json === 'object' && json !== null && 'payment' in json
  const parsed = (hasPayment ? Webhook : Payment).safeParse(json)
  if (parsed.success) return parsed.data
  const [{ path, message } = { path: [], message: 'it is no payment' }] = parsed.error.issues
  throw new Error(`${path.join('.') || 'it'}: ${message}`)
}
