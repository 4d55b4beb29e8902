/** The history of an actor: its state in its machine, its turns, and what happens next. */
import { z } from 'zod'
import { actorKinds } from '../../../shared/stored-actor.ts'
import { Time } from '../../../core/resources/fields.ts'
import { listAccepted } from '../../../core/accepted/accepted-commands.ts'
import { withoutUsedRight } from '../../../store/views/payers/withdrawals.ts'
import { readHistory } from '../../../store/views/entities/history.ts'
import { memberRoute } from '../../routing/route.ts'
import { page, PageOfTotalResource } from '../../schemas/query.ts'
import { EntityParams, entityPath, entityProblems, findEntity } from './entity.ts'
import { KeptFrom } from './kept-from.ts'

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
    keptFrom: KeptFrom,
    page: PageOfTotalResource,
  })
  .meta({ id: 'History' })

export const readHistoryRoute = memberRoute({
  method: 'GET',
  path: `${entityPath}/history`,
  operationId: 'readHistory',
  right: 'read',
  tag: 'Overview',
  summary: 'Read how something got where it is',
  description: 'The newest entry comes first.',
  params: EntityParams,
  query: z.strictObject(page),
  answer: { description: 'Its turns, timers and commands.', schema: History },
  problems: entityProblems,
  async handle(call) {
    const actor = await findEntity(call)
    const { kind, id } = actor
    const { total, ...history } = await readHistory(call.dependencies.database, actor, call.query)
    const shown = { ...call.query, total }
    const shownActor = await withoutUsedRight(call.dependencies.database, actor)
    const actions = listAccepted('merchant', shownActor, call.dependencies.clock.now())
    return { body: { kind, id, ...history, actions, page: shown } }
  },
})
