/** The history of an actor: its state in its machine, its turns, and what happens next. */
import { getAddress, isAddress } from 'viem'
import { z } from 'zod'
import { Problem } from '../../../shared/problems.ts'
import { actorKinds, type StoredActor } from '../../../shared/stored-actor.ts'
import { Time } from '../../../store/resources/fields.ts'
import { drawState } from '../../../store/views/diagram.ts'
import { acceptedCommandsFor } from '../../../store/command-roles.ts'
import { readHistory } from '../../../store/views/history.ts'
import { requireActor } from '../../commands.ts'
import { type Call, memberRoute } from '../../routing/route.ts'
import { IdParams, PathText } from '../../schemas/path.ts'
import { page, PageOfTotalResource } from '../../schemas/query.ts'
import { pluralOf } from '../../unknown-id.ts'
import { toVerificationTarget } from '../setup/verification.routes.ts'

const pathPrefix = '/dashboard/api/{network}/{entity}/{id}'
const entities = actorKinds.map(pluralOf).join(', ')
const EntityParams = IdParams.extend({
  entity: PathText.meta({ description: `One of ${entities}` }),
})

/** A drawing may style itself and do nothing else, wherever it is opened. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'"

const History = z
  .strictObject({
    kind: z.enum(actorKinds),
    id: z.string(),
    status: z.string(),
    phase: z.string().meta({ description: 'Empty where the status has none inside' }),
    machineVersion: z.int(),
    entries: z.array(
      z.strictObject({
        seq: z.int(),
        event: z.string().meta({ description: 'What came', examples: ['subscription.pause'] }),
        reason: z.string().nullable(),
        from: z.string(),
        to: z.string(),
        cause: z.record(z.string(), z.unknown()).meta({ description: 'Why it came' }),
        at: Time,
      }),
    ),
    timers: z
      .array(z.strictObject({ timer: z.string(), dueAt: Time }))
      .meta({ description: 'What fires by itself, the next first' }),
    actions: z.array(z.string()).meta({ description: 'The commands accepted now' }),
    page: PageOfTotalResource,
  })
  .meta({ id: 'History' })

export const readHistoryRoute = memberRoute({
  method: 'GET',
  path: `${pathPrefix}/history`,
  operationId: 'readHistory',
  right: 'read',
  tag: 'Overview',
  summary: 'Read how something got where it is',
  description: 'The newest entry comes first.',
  params: EntityParams,
  query: z.strictObject(page),
  answer: { status: 200, description: 'Its turns, timers and commands.', schema: History },
  problems: ['NotFound', 'PlanNotFound', 'SubscriptionNotFound', 'PaymentNotFound'],
  async handle(call) {
    const actor = await findEntity(call)
    const { kind, id } = actor
    const { total, ...history } = await readHistory(call.dependencies.database, actor, call.query)
    const shown = { ...call.query, total }
    return {
      body: { kind, id, ...history, actions: acceptedCommandsFor('merchant', actor), page: shown },
    }
  },
})

export const drawActorRoute = memberRoute({
  method: 'GET',
  path: `${pathPrefix}/diagram.svg`,
  operationId: 'drawActor',
  right: 'read',
  tag: 'Overview',
  summary: 'Draw where something is in its machine',
  params: EntityParams,
  answer: {
    status: 200,
    description: 'The machine, with the present state picked out.',
    mediaType: 'image/svg+xml; charset=utf-8',
  },
  problems: ['NotFound', 'PlanNotFound', 'SubscriptionNotFound', 'PaymentNotFound'],
  async handle(call) {
    const actor = await findEntity(call)
    const drawing = await drawState(actor.kind, actor.snapshot.value)
    if (!drawing) throw new Problem('NotFound', `There is no drawing of the ${actor.kind} machine.`)
    return { body: drawing, headers: { 'content-security-policy': drawingPolicy } }
  },
})

async function findEntity({
  params: { entity, id },
  caller: { owner },
  dependencies,
}: Call<'member', z.output<typeof EntityParams>>): Promise<StoredActor> {
  const kind = actorKinds.find(
    (candidate) => entity === candidate || entity === pluralOf(candidate),
  )
  if (!kind)
    throw new Problem('NotFound', `There is nothing called '${entity}'; use one of ${entities}.`)
  if (kind === 'verification' && id === owner.merchantId)
    return requireActor(dependencies, toVerificationTarget(id))
  return requireActor(dependencies, { kind, entityId: isAddress(id) ? getAddress(id) : id, owner })
}
