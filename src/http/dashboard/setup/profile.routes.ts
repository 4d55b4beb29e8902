/** What payers see of the merchant: its name, its site, whom they ask, and its logo. */
import { z } from 'zod'
import { toSafeTarget } from '../../../../web/input/safe-target.ts'
import { toPlainLine } from '../../../../web/input/item-name.ts'
import { badRequest } from '../../../shared/problems.ts'
import { findProfile, setLogo, setProfile } from '../../../store/merchants/pages/profile.ts'
import { memberRoute } from '../../routing/route.ts'
import { showValue } from '../../requests/shown-value.ts'
import { textField } from '../../schemas/fields.ts'
import { refuse } from '../../schemas/refuse.ts'
import { ShopFields } from '../../schemas/shop.ts'
import { BadPicture, logoBytesMax, readLogo } from './logo-image.ts'

const path = '/dashboard/api/{network}/profile'
const nameLengthMax = 80
const addressLengthMax = 254

const whatSite = 'must be an address such as https://shop.example (http only for this machine)'
const whatSupport = 'must be a mail address, or a page such as https://shop.example/help'

/** What is stored can be sent again: letters of other scripts take up to nine characters of an address. */
function toTarget(text: string, what: string, context: z.RefinementCtx): string {
  const target = toSafeTarget(text.trim())?.href
  if (target === undefined) return refuse(context, `${what}; it is ${showValue(text)}`)
  if (target.length <= addressLengthMax) return target
  return refuse(
    context,
    `must have at most ${addressLengthMax} characters as browsers write it; it has ${target.length}`,
  )
}

const Site = textField('an address', addressLengthMax)
  .meta({ format: 'uri' })
  .transform((text, context) => toTarget(text, whatSite, context))
const Support = textField('an address', addressLengthMax)
  .meta({ pattern: String.raw`^(https?://\S+|[^\s@]+@[^\s@]+)$` })
  .transform((text, context) => {
    const address = text.trim()
    return z.email().safeParse(address).success ? address : toTarget(text, whatSupport, context)
  })

const Texts = z.strictObject({
  name: textField('the name that payers know', nameLengthMax).transform(
    (text, context) => toPlainLine(text) ?? refuse(context, 'must not be blank'),
  ),
  site: Site.nullable().meta({
    description: "The shop's own site",
    examples: ['https://shop.example.com'],
  }),
  support: Support.nullable().meta({
    description: 'Whom payers ask: a mail address, or a page',
    examples: ['help@shop.example.com'],
  }),
})

const answer = {
  description: 'What payers see.',
  schema: z.strictObject({ name: z.string(), ...ShopFields }).meta({ id: 'Profile' }),
} as const

const readProfileRoute = memberRoute({
  method: 'GET',
  path,
  operationId: 'readProfile',
  right: 'read',
  tag: 'Setup',
  summary: 'Read what payers see of the merchant',
  answer,
  async handle({ caller, dependencies }) {
    return { body: await findProfile(dependencies, caller.owner) }
  },
})

const setProfileRoute = memberRoute({
  method: 'PUT',
  path,
  operationId: 'setProfile',
  right: 'integrate',
  needsProof: true,
  tag: 'Setup',
  summary: 'Say what payers see of the merchant',
  body: Texts,
  answer,
  async handle({ body, caller: { owner }, audit, dependencies }) {
    await setProfile(dependencies, owner, body, audit)
    return { body: await findProfile(dependencies, owner) }
  },
})

const setLogoRoute = memberRoute({
  method: 'PUT',
  path: `${path}/logo`,
  operationId: 'setLogo',
  right: 'integrate',
  needsProof: true,
  tag: 'Setup',
  summary: 'Set the logo that payers see',
  description: 'It is decoded, made as small as 256 × 256 pixels, and written anew as a PNG.',
  body: z.strictObject({
    image: z
      .base64('must be the bytes of the picture in base64')
      .min(1, 'must not be empty')
      .transform((text, context) => {
        const bytes = Buffer.from(text, 'base64')
        if (bytes.length <= logoBytesMax) return bytes
        return refuse(
          context,
          `has ${bytes.length} bytes; at most ${logoBytesMax} (${logoBytesMax / 1024} KiB) are taken`,
        )
      })
      .meta({
        type: 'string',
        description: `A PNG, JPEG or WebP of at most ${logoBytesMax / 1024} KiB, in base64`,
      }),
  }),
  answer,
  async handle({ body: { image }, caller: { owner }, audit, dependencies }) {
    try {
      await setLogo(dependencies, owner, await readLogo(image), audit)
    } catch (error) {
      if (error instanceof BadPicture) throw badRequest([{ path: 'image', message: error.message }])
      throw error
    }
    return { body: await findProfile(dependencies, owner) }
  },
})

const removeLogoRoute = memberRoute({
  method: 'DELETE',
  path: `${path}/logo`,
  operationId: 'removeLogo',
  right: 'integrate',
  needsProof: true,
  tag: 'Setup',
  summary: 'Take the logo away',
  answer,
  async handle({ caller: { owner }, audit, dependencies }) {
    await setLogo(dependencies, owner, null, audit)
    return { body: await findProfile(dependencies, owner) }
  },
})

export const profileRoutes = [readProfileRoute, setProfileRoute, setLogoRoute, removeLogoRoute]
