/**
 * Types what browsers and authenticators exchange: its form is the platform's (WebAuthn), and it is passed on as it is.
 */
import { z } from 'zod'

const partLengthMax = 20_000

const Part = z.string().max(partLengthMax)

/** The members that are read; authenticators may send others. */
export const PasskeyAnswer = z
  .looseObject({
    id: z.string().min(1).max(1_500),
    rawId: Part,
    type: z.literal('public-key'),
    response: z.record(z.string().max(100), z.unknown()),
    clientExtensionResults: z.record(z.string().max(100), z.unknown()),
  })
  .meta({ id: 'PasskeyAnswer', description: '`PublicKeyCredential.toJSON()` of the browser.' })

export const PasskeyOptions = z.looseObject({ challenge: z.string() }).meta({
  id: 'PasskeyOptions',
  description:
    'For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.',
})
