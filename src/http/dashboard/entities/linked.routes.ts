/** Lists what belongs to something, with the states of all of it on one time axis. */
import { z } from 'zod'
import { actorKinds, type StoredActor } from '../../../shared/stored-actor.ts'
import { DepositResource } from '../../../core/resources/deposit.ts'
import { Time } from '../../../core/resources/fields.ts'
import { findLinks, relations } from '../../../store/views/entities/links.ts'
import { readKeptMonth } from '../../../store/views/entities/kept-from.ts'
import { findPaidPlans } from '../../../store/views/entities/paid-plans.ts'
import { readSpans, type Span } from '../../../store/views/entities/spans.ts'
import { listDepositResources } from '../../../store/views/payment-deposits.ts'
import { memberRoute } from '../../routing/route.ts'
import { pluralOf } from '../../unknown-id.ts'
import { EntityParams, entityPath, entityProblems, findEntity } from './entity.ts'
import { KeptMonth } from './kept-from.ts'
import { headingOf, titleOf } from './titles.ts'

const depositsMax = 50

const onAxis = {
  kind: z.enum(actorKinds),
  entity: z.string().meta({ description: 'The word in addresses', examples: ['charges'] }),
  id: z.string(),
  title: z.string().meta({ examples: ['Period 3, 10.00 ltUSDC'] }),
  status: z.string(),
  phase: z.string(),
  spans: z
    .array(
      z.strictObject({
        status: z.string(),
        from: Time,
        until: Time.nullable().meta({ description: 'Null where it is still so' }),
      }),
    )
    .meta({ description: 'Its statuses, the earliest first' }),
}

const Linked = z
  .strictObject({
    at: Time.meta({ description: 'Business time of this answer: where the axis ends' }),
    self: z.strictObject(onAxis),
    linked: z.array(
      z.strictObject({
        relation: z.enum(relations).meta({
          description: '`subject`: what a delivery tells of. `item`: what a transaction carries',
        }),
        total: z.int().meta({ description: 'How many there are; the newest 20 are shown' }),
        actors: z.array(z.strictObject(onAxis)),
      }),
    ),
    deposits: z
      .array(DepositResource)
      .meta({ description: 'The transfers to the address of a payment, the newest first' }),
    keptFrom: KeptMonth.nullable().meta({
      description:
        'The month from which on statuses and transactions are known, where earlier months of any of these are kept elsewhere; else null',
    }),
  })
  .meta({ id: 'Linked' })

export const listLinkedRoute = memberRoute({
  method: 'GET',
  path: `${entityPath}/linked`,
  operationId: 'listLinked',
  right: 'read',
  tag: 'Overview',
  summary: 'List what belongs to something, with its states over time',
  params: EntityParams,
  answer: { description: 'What belongs to it.', schema: Linked },
  problems: entityProblems,
  async handle(call) {
    const actor = await findEntity(call)
    const { database, clock } = call.dependencies
    const [links, deposits] = await Promise.all([
      findLinks(database, actor),
      actor.kind === 'payment' ? listDepositResources(database, actor, depositsMax) : [],
    ])
    const all = [actor, ...links.flatMap(({ actors }) => actors)]
    const [spans, keptFrom, plans] = await Promise.all([
      readSpans(database, actor, all),
      readKeptMonth(database, all),
      findPaidPlans(database.pool, actor, all.flatMap(contractsOf)),
    ])
    const show = (one: StoredActor) => place(one, titleOf(one, plans), spans)
    const linked = links.map((link) => ({ ...link, actors: link.actors.map(show) }))
    const self = place(actor, headingOf(actor, plans), spans)
    const at = clock.now().toISOString()
    return { body: { at, self, linked, deposits, keptFrom } }
  },
})

const contractsOf = ({ kind, snapshot }: StoredActor): string[] =>
  kind === 'subscription' || kind === 'charge' ? [snapshot.context.contractAddress] : []

function place(actor: StoredActor, title: string, spans: Map<string, Span[]>) {
  const { kind, id, status, phase } = actor
  return {
    kind,
    entity: pluralOf(kind),
    id,
    title,
    status,
    phase,
    spans: spans.get(`${kind}/${id}`) ?? [],
  }
}
