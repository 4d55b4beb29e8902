/** The events of a merchant's business verification, from the merchant and the operator. */
import { z } from 'zod'
import { ownerFields } from '../primitives.ts'

export const VerificationInput = z.strictObject({ id: z.string(), ...ownerFields })
export type VerificationInput = z.infer<typeof VerificationInput>

/** The details of the business, as the merchant submits them. */
export const BusinessDetails = z.strictObject({
  legalName: z.string().min(1).max(200),
  registrationNumber: z.string().min(1).max(100),
  country: z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter ISO 3166 code'),
  website: z.url({ protocol: /^https?$/ }),
  contactEmail: z.email(),
})

export const VerificationEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('verification.submit'), details: BusinessDetails }),
  z.strictObject({ type: z.literal('verification.approve'), by: z.string() }),
  z.strictObject({
    type: z.literal('verification.reject'),
    by: z.string(),
    reason: z.string().min(1).max(500),
  }),
  z.strictObject({
    type: z.literal('verification.revoke'),
    by: z.string(),
    reason: z.string().min(1).max(500),
  }),
])
export type VerificationEvent = z.infer<typeof VerificationEvent>
