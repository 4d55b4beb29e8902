/** Tells what happened to something, a turn at a time: the story in sentences, and its state after each turn. */
import { z } from 'zod'
import { statePath } from '../../../core/turn/state-path.ts'
import { guardWords } from '../../../core/story/guard-words.ts'
import type { AskedGuard } from '../../../core/story/asked-guards.ts'
import { tellTurn } from '../../../core/story/tell-turn.ts'
import { armedTimersOf } from '../../../core/story/timer-words.ts'
import { replayTurns } from '../../../store/views/explained/turns.ts'
import { toShownCause } from '../../../shared/message.ts'
import type { ActorKind, StoredActor } from '../../../shared/stored-actor.ts'
import { readKeptFrom } from '../../../store/views/entities/kept-from.ts'
import { listAccepted } from '../../../core/accepted/accepted-commands.ts'
import { Time } from '../../../core/resources/fields.ts'
import { memberRoute } from '../../routing/route.ts'
import { page, PageOfTotalResource } from '../../schemas/query.ts'
import { EntityParams, entityPath, entityProblems, findEntity } from './entity.ts'
import { KeptFrom, unknownTurn } from './kept-from.ts'
import { toShownActor } from './shown-actor.ts'
import { TurnNumber } from './turn-parameter.ts'
import type { PastTurn } from '../../../core/story/replay.ts'

const turnFields = {
  seq: z.int().meta({ description: 'From 1, without a gap' }),
  at: Time,
  sentence: z.string().meta({
    description: 'Says who did what, with which amounts, and why',
    examples: ['The merchant asked for a pause.'],
  }),
  event: z.string().meta({ description: 'What came', examples: ['subscription.pause'] }),
  cause: z.record(z.string(), z.unknown()).meta({ description: 'Why it came' }),
  from: z.string().meta({ description: 'The state before; empty before the first turn' }),
  to: z.string().meta({ examples: ['Active.Current'] }),
  gap: z.string().nullable().meta({
    description:
      'Why this turn cannot be shown as it was, such as that another version of the machine decided it; null where it can',
  }),
}

const TurnOfStory = z.strictObject(turnFields).meta({ id: 'TurnOfStory' })

export const ConditionAsked = z
  .strictObject({
    guard: z.string().meta({ examples: ['mayTryAgain'] }),
    asks: z.string().meta({ description: 'What the answer makes true or false' }),
    answer: z.boolean(),
    remembered: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The values that it read of what was known' }),
    told: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The values that it read of what came' }),
  })
  .meta({ id: 'ConditionAsked', description: 'A condition, its answer, and the values it saw.' })

export const TimerArmed = z
  .strictObject({
    timer: z.string(),
    what: z.string().meta({ examples: ['The next attempt'] }),
    at: Time,
  })
  .meta({ id: 'TimerArmed', description: 'What happens by itself, and when.' })

const TurnShown = z
  .strictObject({
    ...turnFields,
    turns: z.int().meta({ description: 'How many turns there are; the last one is how it is now' }),
    state: z.strictObject({ status: z.string(), phase: z.string() }),
    resource: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'Its state after this turn; null where there is a gap' }),
    actions: z.array(z.string()).meta({ description: 'The commands accepted then' }),
    timers: z.array(TimerArmed).meta({ description: 'Armed then, the next first' }),
    conditions: z
      .array(ConditionAsked)
      .meta({ description: 'The conditions that the turn asked, in their order' }),
  })
  .meta({ id: 'TurnShown' })

export const listTurnsRoute = memberRoute({
  method: 'GET',
  path: `${entityPath}/turns`,
  operationId: 'listTurns',
  right: 'read',
  tag: 'Overview',
  summary: 'Read the story of something',
  description: 'A sentence for each turn; the newest comes first.',
  params: EntityParams,
  query: z.strictObject(page),
  answer: {
    description: 'Its turns.',
    schema: z.strictObject({
      turns: z.array(TurnOfStory),
      keptFrom: KeptFrom,
      page: PageOfTotalResource,
    }),
  },
  problems: entityProblems,
  async handle(call) {
    const actor = await findEntity(call)
    const { limit, offset } = call.query
    const to = actor.revision - offset
    const range = { from: Math.max(1, to - limit + 1), to }
    const turns: z.input<typeof TurnOfStory>[] = []
    const { database } = call.dependencies
    for await (const turn of replayTurns(database, actor, range)) turns.push(toStory(turn))
    const keptFrom = await readKeptFrom(database, actor)
    const shown = { limit, offset, total: actor.revision }
    return { body: { turns: turns.toReversed(), keptFrom, page: shown } }
  },
})

export const readTurnRoute = memberRoute({
  method: 'GET',
  path: `${entityPath}/turns/{seq}`,
  operationId: 'readTurn',
  right: 'read',
  tag: 'Overview',
  summary: 'Read how something was after a turn',
  description: 'Rebuilt from what came, by the machine that decided it; nothing of it is guessed.',
  params: EntityParams.extend({ seq: TurnNumber }),
  answer: { description: 'Its state after the turn.', schema: TurnShown },
  problems: entityProblems,
  async handle(call) {
    const actor = await findEntity(call)
    const { seq } = call.params
    const { database } = call.dependencies
    const range = { from: seq, to: seq }
    if (seq <= actor.revision)
      for await (const turn of replayTurns(database, actor, range))
        return { body: { ...showTurn(turn), turns: actor.revision } }
    if (seq === actor.revision) return { body: { ...showStored(actor), turns: seq } }
    throw await unknownTurn(database, actor, seq)
  },
})

const toStory = (turn: PastTurn): z.input<typeof TurnOfStory> => ({
  seq: turn.revision,
  at: new Date(turn.at).toISOString(),
  sentence: tellTurn(turn),
  event: turn.event.type,
  cause: toShownCause(turn.cause),
  from: turn.fromState,
  to: turn.toState,
  gap: turn.gap,
})

function showTurn(turn: PastTurn) {
  const { after, kind, asked } = turn
  const [status = '', phase = ''] = turn.toState.split('.')
  return {
    ...toStory(turn),
    state: { status, phase },
    resource: after && toShownActor(after),
    actions: after ? listAccepted('merchant', after) : [],
    timers: after ? armedTimersOf(after) : [],
    conditions: asked.map((one) => showCondition(kind, one)),
  }
}

/** Shows the present state, where the months of all its turns are kept elsewhere. */
const showStored = (actor: StoredActor) => ({
  seq: actor.revision,
  at: new Date(actor.snapshot.context.now).toISOString(),
  sentence: 'What happened in this turn is kept elsewhere.',
  event: '',
  cause: {},
  from: '',
  to: statePath(actor.snapshot.value),
  gap: null,
  state: { status: actor.status, phase: actor.phase },
  resource: toShownActor(actor),
  actions: listAccepted('merchant', actor),
  timers: armedTimersOf(actor),
  conditions: [],
})

export const showCondition = (kind: ActorKind, { remembered, ...asked }: AskedGuard) => ({
  ...asked,
  asks: guardWords[kind][asked.guard] ?? asked.guard,
  remembered: { ...remembered, ...momentOf(remembered['now']) },
})

/** Machines count in milliseconds; people do not. */
const momentOf = (now: unknown) =>
  typeof now === 'number' ? { now: new Date(now).toISOString() } : {}
