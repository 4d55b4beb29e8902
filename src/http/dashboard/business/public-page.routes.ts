/** The public page of a plan: whether anybody may subscribe by it, and its address. */
import { z } from 'zod'
import {
  isPagePublic,
  pageSessionsPerDayMax,
  setPagePublic,
} from '../../../store/merchants/pages/public-pages.ts'
import { requireActor } from '../../commands.ts'
import { memberRoute } from '../../routing/route.ts'
import { IdParams } from '../../schemas/path.ts'
import { requireActivePlan } from './customer-links.routes.ts'
import type { HttpSettings } from '../../http-settings.ts'

const path = '/dashboard/api/{network}/plans/{id}/public-page'

const IsPublic = z.boolean().meta({
  description: 'Whether anybody with the address may subscribe: off for every plan at first',
})

const answer = {
  description: 'Whether it is open, and its address.',
  schema: z.strictObject({ isPublic: IsPublic, url: z.string() }).meta({ id: 'PublicPage' }),
} as const

const urlOf = ({ widgetUrl }: HttpSettings, planId: string): string =>
  `${widgetUrl}/join?plan=${encodeURIComponent(planId)}`

export const readPublicPageRoute = memberRoute({
  method: 'GET',
  path,
  operationId: 'readPublicPage',
  right: 'read',
  tag: 'Plans',
  summary: 'Read whether a plan has a public page',
  params: IdParams,
  answer,
  problems: ['PlanNotFound'],
  async handle({ params: { id }, caller: { owner }, dependencies }) {
    await requireActor(dependencies, { kind: 'plan', entityId: id, owner })
    const isPublic = await isPagePublic(dependencies, owner, id)
    return { body: { isPublic, url: urlOf(dependencies.settings, id) } }
  },
})

export const setPublicPageRoute = memberRoute({
  method: 'PUT',
  path,
  operationId: 'setPublicPage',
  right: 'plans',
  tag: 'Plans',
  summary: 'Open or close the public page of a plan',
  description:
    'Whoever opens the address says a name and goes on to the widget. That is a new customer in every case, called as they say, with ' +
    `letters behind it: nobody sees what is another's. At most ${pageSessionsPerDayMax} come by a page within 24 hours.`,
  params: IdParams,
  body: z.strictObject({ isPublic: IsPublic }).meta({ id: 'PublicPageWish' }),
  answer,
  problems: ['PlanNotFound', 'PlanNotActive'],
  async handle(call) {
    const { params, body, caller, audit, dependencies } = call
    const { owner } = caller
    // One that is not offered any more can still be closed.
    if (body.isPublic) await requireActivePlan(call, params.id)
    else await requireActor(dependencies, { kind: 'plan', entityId: params.id, owner })
    const wish = { planId: params.id, isPublic: body.isPublic }
    await setPagePublic(dependencies, owner, wish, audit)
    return { body: { isPublic: body.isPublic, url: urlOf(dependencies.settings, params.id) } }
  },
})
