/** The audit log: what people did, for the merchant whose people they are, and for operators. */
import { z } from 'zod'
import { accountRoles } from '../../../store/people/account-roles.ts'
import { listAudit } from '../../../store/people/audit.ts'
import { RealTime } from '../../../store/resources/fields.ts'
import type { AuditEntry } from '../../../store/tables/audit.ts'
import { networkNames } from '../../authentication/session.ts'
import { memberRoute, operatorRoute } from '../../routing/route.ts'
import { MomentWithOffset } from '../../schemas/moment.ts'
import { PathText } from '../../schemas/path.ts'
import { page, PageOfTotalResource, singleParameter } from '../../schemas/query.ts'

const filter = {
  by: singleParameter(PathText)
    .optional()
    .meta({ description: 'The e-mail address of who did it' }),
  call: singleParameter(PathText)
    .optional()
    .meta({ description: 'The name of the call, such as `createApiKey`' }),
  subject: singleParameter(PathText)
    .optional()
    .meta({ description: 'The id that the call was about' }),
  since: singleParameter(MomentWithOffset).optional(),
  until: singleParameter(MomentWithOffset).optional(),
}

const Anything = z.unknown().meta({ description: 'By the names of fields; secrets are never kept' })

const AuditEntryResource = z
  .strictObject({
    id: z.string(),
    at: RealTime,
    by: z.string().meta({ description: 'An e-mail address' }),
    role: z.enum(accountRoles).meta({ description: 'At that time' }),
    from: z.string().nullable().meta({ description: 'The address that it came from' }),
    network: z.enum(['test', 'main']).nullable(),
    merchantId: z.string().nullable(),
    call: z.string().meta({ examples: ['createApiKey'] }),
    subject: z.string().meta({ description: 'The ids in its address; empty where it has none' }),
    asked: Anything.nullable(),
    before: Anything.nullable(),
    after: Anything.nullable(),
  })
  .meta({ id: 'AuditEntry', description: 'Something that somebody did.' })

const answer = {
  status: 200,
  description: 'The newest comes first; no entry is ever changed or removed.',
  schema: z.strictObject({ entries: z.array(AuditEntryResource), page: PageOfTotalResource }),
} as const

export const listAuditRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/audit',
  operationId: 'listAudit',
  tag: 'People',
  right: 'audit',
  summary: 'List who did what',
  description:
    'Every command that one of your people, or an operator for you, gave in the dashboard, on this network or about both.',
  query: z.strictObject({ ...page, ...filter }),
  answer,
  async handle({ query: { limit, offset, ...wanted }, caller: { owner }, dependencies }) {
    const { entries, total } = await listAudit(dependencies.database, owner, wanted, {
      limit,
      offset,
    })
    return { body: { entries: entries.map(describeEntry), page: { limit, offset, total } } }
  },
})

export const listAllAuditRoute = operatorRoute({
  method: 'GET',
  path: '/dashboard/api/operator/audit',
  operationId: 'listAllAudit',
  tag: 'Accounts',
  summary: 'List who did what, at any merchant',
  query: z.strictObject({ ...page, ...filter, merchantId: singleParameter(PathText).optional() }),
  answer,
  async handle({ query: { limit, offset, merchantId, ...wanted }, dependencies }) {
    const { entries, total } = await listAudit(dependencies.database, { merchantId }, wanted, {
      limit,
      offset,
    })
    return { body: { entries: entries.map(describeEntry), page: { limit, offset, total } } }
  },
})

function describeEntry({ email, address, network, accountId: _account, ...entry }: AuditEntry) {
  const name = Object.entries(networkNames).find(([, one]) => one === network)?.[0] ?? null
  const { asked = null, before = null, after = null, merchantId = null } = entry
  return {
    ...entry,
    asked,
    before,
    after,
    merchantId,
    by: email,
    from: address ?? null,
    network: name,
  }
}
