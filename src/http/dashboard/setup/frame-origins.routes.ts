/** The origins whose pages may show the widget in a frame, fixed by the merchant. */
import { z } from 'zod'
import { listFrameOrigins, setFrameOrigins } from '../../../store/merchants/frame-origins.ts'
import { memberRoute } from '../../routing/route.ts'
import { refuse } from '../../schemas/refuse.ts'

const path = '/dashboard/api/{network}/frame-origins'
const originsMax = 20
const originLengthMax = 270
const whatOrigin = 'must be an origin such as https://shop.example (http only for this machine)'

const Origins = z.strictObject({
  origins: z
    .array(
      z
        .string()
        .max(originLengthMax)
        .transform((origin, context) => normaliseOrigin(origin) ?? refuse(context, whatOrigin)),
    )
    .max(originsMax)
    .meta({
      description: 'Such as `https://shop.example`, without a path; none: nobody may frame it',
      examples: [['https://shop.example.com']],
    }),
})

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** Writes an origin as browsers do; null where it is none, or none whose pages are encrypted. */
function normaliseOrigin(text: string): string | null {
  if (!/^https?:\/\/[a-z0-9.:[\]-]+\/?$/i.test(text) || !URL.canParse(text)) return null
  const { protocol, hostname, origin } = new URL(text)
  return protocol === 'https:' || loopback.includes(hostname) ? origin : null
}

const answer = {
  description: 'The origins; none: nobody may frame the widget.',
  schema: z.strictObject({ origins: z.array(z.string()) }),
} as const

export const listFrameOriginsRoute = memberRoute({
  method: 'GET',
  path,
  operationId: 'listFrameOrigins',
  right: 'read',
  tag: 'Setup',
  summary: 'List the origins that may frame the widget',
  answer,
  async handle({ caller, dependencies }) {
    return { body: { origins: await listFrameOrigins(dependencies, caller.owner) } }
  },
})

export const setFrameOriginsRoute = memberRoute({
  method: 'PUT',
  path,
  operationId: 'setFrameOrigins',
  right: 'integrate',
  needsProof: true,
  tag: 'Setup',
  summary: 'Say which origins may frame the widget',
  body: Origins,
  answer,
  async handle({ body: { origins }, caller: { owner }, audit, dependencies }) {
    await setFrameOrigins(dependencies, owner, origins, audit)
    return { body: { origins: await listFrameOrigins(dependencies, owner) } }
  },
})
