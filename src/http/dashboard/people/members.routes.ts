/** A merchant's own people, in the hands of its owners: invited by link, given roles, shut out, let in again. */
import { z } from 'zod'
import { badRequest, Problem } from '../../../shared/problems.ts'
import { memberRoles } from '../../../store/people/account-roles.ts'
import { type AccountSummary, findAccountById } from '../../../store/people/accounts.ts'
import {
  changeRole,
  disableMember,
  enableMember,
  issueMemberLink,
  linksPerDayMax,
  listMembers,
  type MemberOutcome,
  type MemberSummary,
} from '../../../store/people/members.ts'
import { inviteMember } from '../../../store/people/registration.ts'
import { RealTime } from '../../../core/resources/fields.ts'
import { ProofAlone, proofInCall } from '../../authentication/given-proof.ts'
import { toActor } from '../../authentication/session.ts'
import { type Call, memberRoute, type Route } from '../../routing/route.ts'
import { IdParams } from '../../schemas/path.ts'
import { describeLink, LinkResource } from './account-resource.ts'

const path = '/dashboard/api/{network}/members'
const common = { tag: 'People', right: 'people' } as const

const Role = z.enum(memberRoles)
const MemberResource = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    role: Role,
    hasPassword: z.boolean().meta({ description: 'False until the invitation is used' }),
    hasSecondFactor: z.boolean(),
    isDisabled: z.boolean(),
    isDisabledByOperator: z.boolean().meta({
      description: 'Those who run the service shut them out, and alone let them in again',
    }),
    createdAt: RealTime,
    usedAt: RealTime.nullable().meta({
      description: 'The last use of a session that is not over, in real time',
    }),
  })
  .meta({ id: 'Member', description: "One of a merchant's people." })

const Invited = z.strictObject({
  id: z.string(),
  email: z.string(),
  role: Role,
  invitation: LinkResource,
})

const listMembersRoute = memberRoute({
  method: 'GET',
  path,
  operationId: 'listMembers',
  tag: 'People',
  right: 'people',
  summary: 'List the people of the merchant',
  description: 'The same on both networks; the oldest account comes first.',
  answer: {
    description: 'Everybody, with those who are shut out.',
    schema: z.strictObject({ members: z.array(MemberResource) }),
  },
  async handle({ caller: { owner }, dependencies }) {
    const members = await listMembers(dependencies, owner.merchantId)
    return { body: { members: members.map(describeMember) } }
  },
})

const inviteMemberRoute = memberRoute({
  ...common,
  method: 'POST',
  path,
  operationId: 'inviteMember',
  needsProof: 'inCall',
  summary: 'Invite somebody',
  description: `At most ${linksPerDayMax} invitations and resets a day. The answer is the same whether the address has an account elsewhere or not: then the link says so to whoever uses it.`,
  body: z
    .strictObject({ email: z.email().max(254), role: Role, ...proofInCall })
    .meta({ id: 'NewMember' }),
  answer: {
    status: 201,
    description: 'The link with which they set their password; it is shown this once.',
    schema: Invited,
  },
  async handle({ body: { email, role }, caller, audit, dependencies }) {
    const { merchantId, isDemo } = caller.account
    const account = { email, role, merchantId: merchantId!, isDemo }
    const invited = await inviteMember(dependencies, account, toActor(caller, audit))
    if (invited === null)
      throw badRequest([{ path: 'email', message: 'is one of your people already' }])
    if (invited === 'TooMany') throw tooManyLinks()
    const { id, link } = invited
    return { body: { id, email, role, invitation: describeLink(dependencies, link) } }
  },
})

const changeRoleRoute = memberRoute({
  ...common,
  method: 'POST',
  path: `${path}/{id}/role`,
  operationId: 'changeRole',
  needsProof: 'inCall',
  summary: 'Give somebody another role',
  description:
    'Counts from their next call on, and calls off what they asked for. The last owner stays one.',
  params: IdParams,
  body: z.strictObject({ role: Role, ...proofInCall }).meta({ id: 'RoleChange' }),
  answer: {
    description: 'The role as it is now.',
    schema: z.strictObject({ id: z.string(), role: Role }),
  },
  problems: ['LastOwner'],
  async handle(call) {
    const { id } = await requireColleague(call)
    const { role } = call.body
    requireDone(
      await changeRole(call.dependencies, targetOf(call), role, toActor(call.caller, call.audit)),
    )
    return { body: { id, role } }
  },
})

const disableMemberRoute = memberRoute({
  ...common,
  method: 'POST',
  path: `${path}/{id}/disable`,
  operationId: 'disableMember',
  needsProof: true,
  summary: 'Shut somebody out',
  description:
    'Ends their sessions and links, and calls off what they asked for. What they made stays.',
  params: IdParams,
  answer: { status: 204, description: 'They are out.' },
  problems: ['LastOwner'],
  async handle(call) {
    await requireColleague(call)
    requireDone(
      await disableMember(call.dependencies, targetOf(call), toActor(call.caller, call.audit)),
    )
    return {}
  },
})

const enableMemberRoute = memberRoute({
  ...common,
  method: 'POST',
  path: `${path}/{id}/enable`,
  operationId: 'enableMember',
  needsProof: 'inCall',
  summary: 'Let somebody in again',
  description: 'Whom those who run the service shut out, they alone let in again.',
  params: IdParams,
  body: ProofAlone,
  answer: { status: 204, description: 'They may log in again.' },
  async handle(call) {
    await requireColleague(call)
    const actor = toActor(call.caller, call.audit)
    if ((await enableMember(call.dependencies, targetOf(call), actor)) === 'Done') return {}
    throw new Problem(
      'Forbidden',
      'Those who run this service shut this account out, and only they let it in again: ask them.',
    )
  },
})

const resetMemberRoute = memberRoute({
  ...common,
  method: 'POST',
  path: `${path}/{id}/reset`,
  operationId: 'resetMember',
  needsProof: 'inCall',
  summary: 'Let somebody set another password',
  description:
    'The present password stays until the link is used; what they asked for is called off. Who has none yet gets another invitation. Your own password is changed by `changePassword`.',
  params: IdParams,
  body: ProofAlone,
  answer: {
    description: 'The link, which is shown this once.',
    schema: z.strictObject({ link: LinkResource }),
  },
  async handle(call) {
    const { id, hasPassword, isDisabled } = await requireColleague(call)
    if (id === call.caller.account.id)
      throw new Problem(
        'Forbidden',
        'Nobody resets their own password: change it by POST /dashboard/api/password, which asks for the present one, or ask another owner or an operator.',
      )
    if (isDisabled)
      throw new Problem('Forbidden', 'This account is disabled: enable it, then reset it.')
    const purpose = hasPassword ? 'reset' : 'invitation'
    const actor = toActor(call.caller, call.audit)
    const link = await issueMemberLink(call.dependencies, targetOf(call), purpose, actor)
    if (!link) throw tooManyLinks()
    return { body: { link: describeLink(call.dependencies, link) } }
  },
})

const describeMember = ({ merchantId: _theirs, isDemo: _alike, ...member }: MemberSummary) => member

type ColleagueCall = Pick<
  Call<'member', z.output<typeof IdParams>>,
  'params' | 'caller' | 'audit' | 'dependencies'
>

const targetOf = ({ params, caller }: ColleagueCall) => ({
  id: params.id,
  merchantId: caller.owner.merchantId,
})

/** Returns one of the merchant's people; throws `NotFound` for anybody else's. */
export async function requireColleague({
  params: { id },
  caller,
  dependencies,
}: ColleagueCall): Promise<AccountSummary> {
  const account = await findAccountById(dependencies, id)
  if (account?.merchantId === caller.owner.merchantId) return account
  throw new Problem('NotFound', `There is no '${id}' among your people.`)
}

const tooManyLinks = () =>
  new Problem(
    'TooManyRequests',
    `A merchant issues at most ${linksPerDayMax} invitations and resets within 24 hours.`,
    { headers: { 'retry-after': '3600' } },
  )

function requireDone(outcome: MemberOutcome): void {
  if (outcome === 'Done') return
  throw new Problem(
    'LastOwner',
    'Nobody else owns this merchant and can log in: make somebody else an Owner first.',
  )
}

export const memberRoutes: readonly Route[] = [
  listMembersRoute,
  inviteMemberRoute,
  changeRoleRoute,
  disableMemberRoute,
  enableMemberRoute,
  resetMemberRoute,
]
