/** Reads and sets the mails that the logged-in person gets. */
import { z } from 'zod'
import { findMailChoices, setMailChoices } from '../../../store/mails/mail-choices.ts'
import { optionalMailKinds, rolesTold } from '../../../store/mails/mail-kinds.ts'
import type { Account } from '../../../store/tables/people.ts'
import type { HttpDependencies } from '../../dependencies.ts'
import { personRoute } from '../../routing/route.ts'

const path = '/dashboard/api/me/mails'

const kindMeanings =
  '`atRisk`: subscriptions of which a charge is to fail, once in a day at most; `lowGas`: gas wallets ' +
  'that run out; `failingEndpoint`: a webhook endpoint that is down'

const MailChoices = z
  .strictObject({
    declined: z
      .array(z.enum(optionalMailKinds))
      .max(optionalMailKinds.length)
      .transform((kinds) => [...new Set(kinds)])
      .meta({ description: `The kinds that you do not get. ${kindMeanings}` }),
    includesTestNet: z
      .boolean()
      .meta({ description: 'Whether you get mails about the test network, too' }),
  })
  .meta({ id: 'MailChoices' })

const MailsOfAccount = z
  .strictObject({
    isOn: z.boolean().meta({ description: 'Whether this service sends mails at all' }),
    email: z.string(),
    told: z
      .array(z.enum(optionalMailKinds))
      .meta({ description: 'The kinds that your role is told, unless you decline them' }),
    declined: z.array(z.enum(optionalMailKinds)),
    includesTestNet: z.boolean(),
  })
  .meta({ id: 'MailsOfAccount' })

export const readMailChoicesRoute = personRoute({
  method: 'GET',
  path,
  operationId: 'readMailChoices',
  tag: 'Session',
  summary: 'Read which mails you get',
  description: 'Mails about your account, and about where the money goes, are always sent.',
  answer: { description: 'Your choice.', schema: MailsOfAccount },
  async handle({ caller: { account }, dependencies }) {
    const choices = await findMailChoices(dependencies.database, account.id)
    return { body: { ...describe(account, dependencies), ...choices } }
  },
})

export const setMailChoicesRoute = personRoute({
  method: 'PUT',
  path,
  operationId: 'setMailChoices',
  tag: 'Session',
  summary: 'Say which mails you get',
  body: MailChoices,
  answer: { description: 'Your choice from now on.', schema: MailsOfAccount },
  async handle({ body, caller: { account }, dependencies }) {
    await setMailChoices(dependencies.database, account.id, body)
    return { body: { ...describe(account, dependencies), ...body } }
  },
})

const describe = ({ email, role }: Account, { mails }: HttpDependencies) => ({
  isOn: mails !== undefined,
  email,
  told: optionalMailKinds.filter((kind) => rolesTold[kind].includes(role)),
})
