/**
 * The public page of a plan, where its merchant has opened it: asks what the customer is called, and leads to the widget
 * with a session of its own. It needs no script, and asks for nothing that exists, so it tells nobody who is a customer.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Language } from '../../../web/messages/translate.ts'
import { Problem } from '../../shared/problems.ts'
import {
  findPublicPage,
  openPublicSession,
  pageNameLengthMax,
  type PublicPageOfPlan,
} from '../../store/merchants/pages/public-pages.ts'
import { readChecklist } from '../../store/merchants/checklist.ts'
import { findActor } from '../../store/views/actors.ts'
import { type OfferedPlan, toOfferedPlan } from '../session/offered-plan.ts'
import { isStorable } from '../requests/storable-text.ts'
import { formHeaders } from '../security-headers.ts'
import { writeClosedPage, writeFullPage, writeJoinPage } from './join-page.ts'
import { readLanguage } from './language.ts'
import type { RouteDependencies } from '../cells/cells.ts'

type Open = { page: PublicPageOfPlan; plan: OfferedPlan; cell: RouteDependencies }

/** `links` bring in the style and the icon, as HTML. */
export function registerJoinPage(
  server: FastifyInstance,
  dependencies: RouteDependencies,
  links: string,
): void {
  const look = (request: FastifyRequest) => {
    const { language, search } = wishesOf(request)
    return { links, language, search }
  }
  server.get('/join', async (request, reply) => {
    dependencies.limiter.countFile(request)
    const open = await findOpen(request, dependencies)
    void reply.headers(formHeaders).type('text/html; charset=utf-8')
    if (!open) return reply.code(404).send(writeClosedPage(look(request)))
    return reply.send(writeJoinPage({ ...look(request), ...open, isRefused: false }))
  })
  server.post('/join', async (request, reply) => {
    dependencies.limiter.countFile(request)
    void reply.headers(formHeaders).type('text/html; charset=utf-8')
    // A browser that a page of another site sends here comes as a visitor, and has said nothing yet.
    if (isSentByOthers(request)) return reply.redirect(request.url.replace(/^[^?]*/, './join'), 303)
    const retryAfter = countJoin(request, dependencies)
    if (retryAfter !== null)
      return reply
        .code(429)
        .headers(retryAfter)
        .send(writeFullPage(look(request)))
    const open = await findOpen(request, dependencies)
    if (!open) return reply.code(404).send(writeClosedPage(look(request)))
    const name = readName(request.body)
    if (name === null)
      return reply.code(400).send(writeJoinPage({ ...look(request), ...open, isRefused: true }))
    const token = await openPublicSession(open.cell, open.page, name)
    if (token === null) return reply.code(429).send(writeFullPage(look(request)))
    return reply.redirect(widgetOf(request, token), 303)
  })
}

/** Browsers say from where they send something; whoever is none can write anything here. */
const isSentByOthers = ({ headers }: FastifyRequest): boolean =>
  !['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined)

/** Returns the headers of a refusal; null where the address may go on. */
function countJoin(
  request: FastifyRequest,
  { limiter }: RouteDependencies,
): Record<string, string> | null {
  try {
    limiter.countJoin(request)
    return null
  } catch (error) {
    if (error instanceof Problem) return error.headers
    throw error
  }
}

/** Finds the page and what it offers; null where nobody can subscribe by it now. */
async function findOpen(
  request: FastifyRequest,
  { cells }: RouteDependencies,
): Promise<Open | null> {
  const { planId } = wishesOf(request)
  if (planId === null || !isStorable(planId)) return null
  const cell = await cells.of({ by: 'plan', value: planId })
  const page = await findPublicPage(cell, planId)
  if (!page) return null
  const plan = await findActor(cell.database, 'plan', planId, page.owner)
  if (plan?.status !== 'Active') return null
  const wanted = cell.directory.asset(plan.snapshot.context.asset, page.owner.network)
  if (!wanted || (await readChecklist(cell, page.owner, wanted)).missing.length > 0) return null
  return { page, plan: toOfferedPlan(plan, cell.directory, []), cell }
}

/** Bodies are bytes here. What is not seen, and what turns a text around, is no part of a name. */
function readName(body: unknown): string | null {
  if (!Buffer.isBuffer(body)) return null
  const written = new URLSearchParams(body.toString('utf8')).get('name') ?? ''
  const name = written.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return name !== '' && name.length <= pageNameLengthMax ? name : null
}

/** Beside this page, so that it works under any address that is passed on to it. */
function widgetOf(request: FastifyRequest, token: string): string {
  const { planId, lang } = wishesOf(request)
  const search = new URLSearchParams({
    plan: planId ?? '',
    session: token,
    ...(lang && { lang }),
  })
  return `./?${String(search)}`
}

const parameterLengthMax = 100

function wishesOf({ url, headers }: FastifyRequest): {
  planId: string | null
  lang: string | null
  language: Language
  search: string
} {
  const search = url.split('?', 2)[1] ?? ''
  const parameters = new URLSearchParams(search)
  const read = (name: string) => parameters.get(name)?.slice(0, parameterLengthMax) ?? null
  const lang = read('lang')
  const language = readLanguage(lang, headers['accept-language'])
  return { planId: read('plan'), lang, language, search }
}
