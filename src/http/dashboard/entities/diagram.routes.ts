/** The diagram of an actor's machine, with where it is, or was, and how it came there. */
import { z } from 'zod'
import { Problem } from '../../../shared/problems.ts'
import { drawState } from '../../../store/views/entities/diagram.ts'
import { readWalk } from '../../../store/views/entities/journal.ts'
import { memberRoute } from '../../routing/route.ts'
import { EntityParams, entityPath, entityProblems, findEntity } from './entity.ts'
import { unknownTurn } from './kept-from.ts'
import { turnParameter } from './turn-parameter.ts'

/** A drawing may style itself and do nothing else, wherever it is opened. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'"

export const drawActorRoute = memberRoute({
  method: 'GET',
  path: `${entityPath}/diagram.svg`,
  operationId: 'drawActor',
  right: 'read',
  tag: 'Overview',
  summary: 'Draw where something is in its machine',
  description: 'With the states and ways that led there.',
  params: EntityParams,
  query: z.strictObject({
    turn: turnParameter
      .optional()
      .meta({ description: 'Where it was after this turn; without it, where it is' }),
  }),
  answer: {
    description: 'The machine, with the state picked out.',
    mediaType: 'image/svg+xml; charset=utf-8',
  },
  problems: entityProblems,
  async handle(call) {
    const actor = await findEntity(call)
    const { turn = actor.revision } = call.query
    const walk = await readWalk(call.dependencies.database, actor, turn)
    if (!walk) throw await unknownTurn(call.dependencies.database, actor, turn)
    const drawing = await drawState(actor.kind, walk)
    if (!drawing) throw new Problem('NotFound', `There is no drawing of the ${actor.kind} machine.`)
    return { body: drawing, headers: { 'content-security-policy': drawingPolicy } }
  },
})
