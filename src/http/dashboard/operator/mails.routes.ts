/** Mails that were sent, wait, or were given up: what became of them, and another try. What they tell is not shown. */
import { z } from 'zod'
import { Problem } from '../../../shared/problems.ts'
import { mailKinds } from '../../../store/mails/mail-kinds.ts'
import { RealTime } from '../../../core/resources/fields.ts'
import { mailStatuses, parkingReasons } from '../../../store/tables/mails.ts'
import { countMails, listMails, resendMail } from '../../../store/mails/listed-mails.ts'
import { operatorRoute } from '../../routing/route.ts'
import { IdParams, PathText } from '../../schemas/path.ts'
import { listParameter, singleParameter } from '../../schemas/query.ts'
import { countedPage, ListPageResource, readPage, splitQuery } from '../../lists/page.ts'

const path = '/dashboard/api/operator/mails'

const MailResource = z
  .strictObject({
    id: z.string(),
    kind: z.enum(mailKinds),
    accountId: z.string(),
    email: z.string(),
    merchantId: z.string().nullable(),
    network: z.string().nullable(),
    status: z.enum(mailStatuses).meta({
      description: '`Skipped`: there was nothing to tell, or the reader does not want it',
    }),
    reason: z
      .enum(parkingReasons)
      .nullable()
      .meta({
        description:
          'Why it was parked. `Refused`: by the server, for good; `Expired`: it was too old; ' +
          '`OutcomeUnknown`: it was handed over twice without an answer; `Unreadable`: the master ' +
          'key that sealed it is gone; `AccountDisabled`: its reader was shut out',
      }),
    lastError: z.string().nullable(),
    attempts: z.int(),
    createdAt: RealTime,
    expiresAt: RealTime,
    endedAt: RealTime.nullable(),
    nextTryAt: RealTime.nullable(),
    canResend: z.boolean(),
  })
  .meta({ id: 'Mail', description: 'A mail to one account; what it tells is not shown.' })

export const listMailsRoute = operatorRoute({
  method: 'GET',
  path,
  operationId: 'listMails',
  tag: 'Service',
  summary: 'List mails, and what became of them',
  description: 'The newest comes first. Those that were given up: `statusIn=Parked`.',
  query: z.strictObject({
    ...countedPage,
    statusIn: listParameter(mailStatuses),
    merchantId: singleParameter(PathText).optional(),
    search: singleParameter(z.string().trim().min(1).max(254))
      .optional()
      .meta({ description: "A part of the reader's address" }),
  }),
  answer: {
    description: 'The mails that match.',
    schema: z.strictObject({ mails: z.array(MailResource), page: ListPageResource }),
  },
  async handle({ query, dependencies: { database } }) {
    const { paging, filter } = splitQuery(query)
    const { rows: mails, page } = await readPage(paging, ['mails', filter], {
      read: (shown) => listMails(database, filter, shown),
      count: () => countMails(database, filter),
    })
    return { body: { mails, page } }
  },
})

export const resendMailRoute = operatorRoute({
  method: 'POST',
  path: `${path}/{id}/resend`,
  operationId: 'resendMail',
  tag: 'Service',
  summary: 'Send a parked mail once more',
  params: IdParams,
  answer: {
    status: 202,
    description: 'It is sent in a moment.',
    schema: z.strictObject({ id: z.string() }),
  },
  problems: ['NotFound'],
  async handle({ params: { id }, dependencies: { database } }) {
    if (await resendMail(database, id)) return { body: { id } }
    throw new Problem(
      'NotFound',
      `There is no parked mail '${id}' that can still be sent: canResend of the list says which can.`,
    )
  },
})
