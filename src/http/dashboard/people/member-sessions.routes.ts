/** The sessions and second factors of a merchant's people, in the hands of its owners. */
import { Problem } from '../../../shared/problems.ts'
import { removeAllFactors } from '../../../store/people/second-factors.ts'
import { closeSessions, listSessions } from '../../../store/people/sessions.ts'
import { ProofAlone } from '../../authentication/given-proof.ts'
import { toActor } from '../../authentication/session.ts'
import { memberRoute, type Route } from '../../routing/route.ts'
import { IdParams, PathText } from '../../schemas/path.ts'
import { describeSessions, Sessions } from './account-resource.ts'
import { requireColleague } from './members.routes.ts'
import { SessionsEnded } from './sessions.routes.ts'

const path = '/dashboard/api/{network}/members/{id}'
const common = { tag: 'People', right: 'people', params: IdParams } as const

const listMemberSessionsRoute = memberRoute({
  ...common,
  method: 'GET',
  path: `${path}/sessions`,
  operationId: 'listMemberSessions',
  summary: 'List where somebody is logged in',
  answer: { description: 'The session used last comes first.', schema: Sessions },
  async handle(call) {
    const { id } = await requireColleague(call)
    return { body: describeSessions(await listSessions(call.dependencies, id), call.caller) }
  },
})

const endMemberSessionsRoute = memberRoute({
  ...common,
  method: 'POST',
  path: `${path}/sessions/end`,
  operationId: 'endMemberSessions',
  summary: 'Log somebody out everywhere',
  answer: { description: 'All sessions are ended.', schema: SessionsEnded },
  async handle(call) {
    const { id } = await requireColleague(call)
    const actor = toActor(call.caller, call.audit)
    const sessionsEnded = await closeSessions(call.dependencies, id, actor)
    return { body: { sessionsEnded } }
  },
})

const endMemberSessionRoute = memberRoute({
  ...common,
  method: 'DELETE',
  path: `${path}/sessions/{sessionId}`,
  operationId: 'endMemberSession',
  summary: 'Log somebody out in one place',
  params: IdParams.extend({ sessionId: PathText }),
  answer: { description: 'It is ended.', schema: SessionsEnded },
  async handle(call) {
    const { id } = await requireColleague(call)
    const { sessionId } = call.params
    const actor = toActor(call.caller, call.audit)
    const sessionsEnded = await closeSessions(call.dependencies, id, actor, sessionId)
    if (sessionsEnded === 0) throw new Problem('NotFound', `There is no session '${sessionId}'.`)
    return { body: { sessionsEnded } }
  },
})

const removeSecondFactorsRoute = memberRoute({
  ...common,
  method: 'POST',
  path: `${path}/remove-second-factors`,
  operationId: 'removeSecondFactors',
  summary: "Take somebody's second factors away",
  description: 'For who has lost all of them. Logs them out; the password is enough from then on.',
  needsProof: 'inCall',
  body: ProofAlone,
  answer: { status: 204, description: 'Only the password is left.' },
  async handle(call) {
    const { id } = await requireColleague(call)
    if (id === call.caller.account.id)
      throw new Problem(
        'Forbidden',
        'These are your own: take each away under your account, by which you show that you still have one.',
      )
    await removeAllFactors(call.dependencies, id, toActor(call.caller, call.audit))
    return {}
  },
})

export const memberSessionRoutes: readonly Route[] = [
  listMemberSessionsRoute,
  endMemberSessionsRoute,
  endMemberSessionRoute,
  removeSecondFactorsRoute,
]
