/** A person's own sessions: where one is logged in, and the end of each. */
import { z } from 'zod'
import { Problem } from '../../../shared/problems.ts'
import { closeSessions, listSessions } from '../../../store/people/sessions.ts'
import { endedSessionCookie, toActor } from '../../authentication/session.ts'
import { personRoute, type Route } from '../../routing/route.ts'
import { IdParams } from '../../schemas/path.ts'
import { describeSessions, Sessions } from './account-resource.ts'

const path = '/dashboard/api/me/sessions'
const wishesEnd =
  'A receiver that the account asked for is called off, and the links that it issued end: somebody who should not be there may have asked.'
export const SessionsEnded = z.strictObject({
  sessionsEnded: z.int().meta({ description: 'How many sessions were ended' }),
})

const listSessionsRoute = personRoute({
  method: 'GET',
  path,
  operationId: 'listSessions',
  tag: 'Session',
  summary: 'List where you are logged in',
  answer: { description: 'The one used last comes first.', schema: Sessions },
  async handle({ caller, dependencies }) {
    const sessions = await listSessions(dependencies, caller.account.id)
    return { body: describeSessions(sessions, caller) }
  },
})

const endSessionRoute = personRoute({
  method: 'DELETE',
  path: `${path}/{id}`,
  operationId: 'endSession',
  tag: 'Session',
  summary: 'Log out in one place',
  description: wishesEnd,
  params: IdParams,
  answer: { description: 'It is ended.', schema: SessionsEnded },
  problems: ['NotFound'],
  async handle({ params: { id }, caller, audit, dependencies }) {
    const actor = toActor(caller, audit)
    const sessionsEnded = await closeSessions(dependencies, caller.account.id, actor, id)
    if (sessionsEnded === 0) throw new Problem('NotFound', `You have no session '${id}'.`)
    const cookie = id === caller.sessionId ? { cookie: endedSessionCookie } : {}
    return { body: { sessionsEnded }, ...cookie }
  },
})

const endSessionsRoute = personRoute({
  method: 'POST',
  path: '/dashboard/api/sessions/end',
  operationId: 'endSessions',
  tag: 'Session',
  summary: 'Log out everywhere',
  description: wishesEnd,
  answer: { description: 'All sessions are ended.', schema: SessionsEnded },
  async handle({ caller, audit, dependencies }) {
    const actor = toActor(caller, audit)
    const sessionsEnded = await closeSessions(dependencies, caller.account.id, actor)
    return { body: { sessionsEnded }, cookie: endedSessionCookie }
  },
})

export const ownSessionRoutes: readonly Route[] = [
  listSessionsRoute,
  endSessionRoute,
  endSessionsRoute,
]
