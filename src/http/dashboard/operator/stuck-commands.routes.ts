/** Lets an operator try an undone effect again, or park it. */
import { z } from 'zod'
import { Problem } from '../../../shared/problems.ts'
import { resolveAnomaly } from '../../../store/engine/open-anomalies.ts'
import {
  type OperatorsChannel,
  parkEffect,
  retryEffect,
} from '../../../store/engine/stuck-effects.ts'
import type { HttpDependencies } from '../../dependencies.ts'
import { operatorRoute, type Route } from '../../routing/route.ts'
import { PathText } from '../../schemas/path.ts'

const common = {
  method: 'POST',
  tag: 'Service',
  problems: ['NotFound'],
  needsProof: true,
} satisfies Partial<Route<'operator'>>
const id = PathText.meta({ description: 'The id of the effect, as `listStuck` names it' })

const retryEffectRoute = operatorRoute({
  ...common,
  path: '/dashboard/api/operator/stuck/retry',
  operationId: 'retryEffect',
  summary: 'Try a stuck effect again now',
  description:
    'One that is parked, too: a message that workers refused is sent to them again, and its anomaly is resolved. It is listed again once it fails again.',
  body: z.strictObject({ id }).meta({ id: 'EffectRetry' }),
  answer: { status: 204, description: 'It is tried at once.' },
  async handle({ body, dependencies }) {
    const { database, clock } = dependencies
    const channel = await retryEffect(database, body.id, clock.now())
    wake(dependencies, requireFound(channel, body.id))
    return {}
  },
})

const parkEffectRoute = operatorRoute({
  ...common,
  path: '/dashboard/api/operator/stuck/park',
  operationId: 'parkEffect',
  summary: 'Try a stuck effect no more',
  description:
    'For one that can only fail and is in the way of others. Nothing is forgotten: it stays listed as parked, until somebody tries it again.',
  body: z
    .strictObject({ id, reason: z.string().trim().min(1).max(500) })
    .meta({ id: 'EffectParking' }),
  answer: { status: 204, description: 'It is parked.' },
  async handle({ body, dependencies }) {
    requireFound(await parkEffect(dependencies.database, body.id, body.reason), body.id)
    return {}
  },
})

const resolveAnomalyRoute = operatorRoute({
  ...common,
  path: '/dashboard/api/operator/stuck/resolve',
  operationId: 'resolveAnomaly',
  summary: 'Note that an unexpected message has been looked at',
  description:
    'It is listed no more, and moves nothing. A message that is parked is tried again instead.',
  body: z
    .strictObject({ messageId: PathText.meta({ description: 'As `listStuck` names it' }) })
    .meta({ id: 'AnomalyResolution' }),
  answer: { status: 204, description: 'It is resolved.' },
  async handle({ body: { messageId }, dependencies: { database, clock } }) {
    if (await resolveAnomaly(database, messageId, clock.now())) return {}
    throw new Problem(
      'NotFound',
      `There is no unexpected message '${messageId}' that is open: somebody may have resolved it, or it is parked and is tried again instead.`,
    )
  },
})

export const stuckCommandRoutes: readonly Route[] = [
  retryEffectRoute,
  parkEffectRoute,
  resolveAnomalyRoute,
]

function requireFound(channel: OperatorsChannel | null, effectId: string): OperatorsChannel {
  if (channel) return channel
  throw new Problem(
    'NotFound',
    `There is no effect '${effectId}' that an operator moves: it may be done by now.`,
  )
}

const wake = ({ bus }: Pick<HttpDependencies, 'bus'>, channel: OperatorsChannel): void =>
  bus.wake(channel)
