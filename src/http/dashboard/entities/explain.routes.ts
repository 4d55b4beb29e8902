/** Why something is not as it should be, or why it would not take a command. */
import { z } from 'zod'
import { commandsOf, explainCommand } from '../../../core/explaining/explain-command.ts'
import { explain } from '../../../store/views/explained/explain.ts'
import { helpers } from '../../../core/reasons/reason-words.ts'
import { troubleTypes } from '../../../core/explaining/trouble.ts'
import { Problem } from '../../../shared/problems.ts'
import { actorKinds } from '../../../shared/stored-actor.ts'
import { mayCommand } from '../../../core/turn/command-roles.ts'
import { Time } from '../../../core/resources/fields.ts'
import { memberRoute } from '../../routing/route.ts'
import { PathText } from '../../schemas/path.ts'
import { singleParameter } from '../../schemas/query.ts'
import { EntityParams, entityPath, entityProblems, findEntity } from './entity.ts'
import { KeptFrom } from './kept-from.ts'
import { ConditionAsked, showCondition, TimerArmed } from './turns.routes.ts'

const Values = z.array(z.strictObject({ name: z.string(), value: z.string() })).meta({
  description: 'What the condition saw',
  examples: [[{ name: 'missing', value: '6.80 ltUSDC' }]],
})

const Explanation = z
  .strictObject({
    about: z.enum(troubleTypes).meta({
      description:
        '`Failure`: it did not come about. `Wait`: it has yet to. `Decision`: it waits for yours. `End`: it is over, ' +
        'or will be',
    }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Its name among the [reasons](/docs/guides/reasons), if it has one' }),
    says: z.string().meta({
      examples: [
        'ben.carter has 1.50 ltUSDC, 18.50 ltUSDC is due: 17.00 ltUSDC missing until 2026-08-13T14:46:00.000Z.',
      ],
    }),
    condition: z.string().meta({ description: 'What would have to hold' }),
    values: Values,
    change: z.string().meta({ description: 'What would change it' }),
    helper: z.enum(helpers).meta({ description: 'Who can change it' }),
    turn: z
      .int()
      .meta({ description: 'The turn that brought it; 0 of a customer who has not begun' }),
    since: Time,
    conditions: z.array(ConditionAsked).meta({ description: 'What was asked in that turn' }),
    next: z.array(TimerArmed).meta({ description: 'What comes next by itself, and when' }),
    keptFrom: KeptFrom,
  })
  .meta({ id: 'Explanation' })

const CommandAnswer = z
  .strictObject({
    command: z.string(),
    outcome: z.enum(['accepted', 'already', 'refused']),
    says: z.string(),
    condition: z.string().nullable(),
    values: Values,
    change: z.string().nullable(),
    helper: z.enum(helpers).nullable(),
    conditions: z.array(ConditionAsked),
  })
  .meta({ id: 'CommandAnswer', description: 'Whether it would take a command, and why not.' })

export const explainRoute = memberRoute({
  method: 'GET',
  path: `${entityPath}/explain`,
  operationId: 'explainEntity',
  right: 'read',
  tag: 'Overview',
  summary: 'Explain why something is where it is',
  description:
    'Which condition said no, with the values that it saw, what would change it, and what comes next. Nothing is changed.',
  params: EntityParams,
  query: z.strictObject({
    command: singleParameter(PathText)
      .optional()
      .meta({ description: 'A command, such as `pause`, to learn why it is not accepted' }),
  }),
  answer: {
    description: 'Why, or null where all is well.',
    schema: z.strictObject({
      kind: z.enum(actorKinds),
      id: z.string(),
      at: Time.meta({ description: 'Business time of this answer' }),
      explanation: Explanation.nullable(),
      command: CommandAnswer.nullable(),
      commands: z
        .array(z.string())
        .meta({ description: 'Your commands that some state of it takes' }),
    }),
  },
  problems: [...entityProblems, 'BadRequest'],
  async handle(call) {
    const actor = await findEntity(call)
    const { kind, id } = actor
    const { command } = call.query
    const { dependencies } = call
    const now = dependencies.clock.now()
    if (command !== undefined && !commandsOf(actor).includes(command))
      throw unknownCommand(kind, command, commandsOf(actor))
    const explanation = await explain(dependencies, actor)
    const answer = command === undefined ? null : explainCommand(actor, command, now)
    const shown = <Of extends { conditions: Parameters<typeof showCondition>[1][] }>(of: Of) => ({
      ...of,
      conditions: of.conditions.map((one) => showCondition(kind, one)),
    })
    return {
      body: {
        kind,
        id,
        at: now.toISOString(),
        explanation: explanation && shown(explanation),
        command: answer && shown(answer),
        commands: commandsOf(actor).filter((one) => mayCommand('merchant', `${kind}.${one}`)),
      },
    }
  },
})

function unknownCommand(kind: string, command: string, known: string[]): Problem {
  const list = known.length > 0 ? `It has: ${known.join(', ')}.` : 'It has none.'
  return new Problem('BadRequest', `A ${kind} has no command '${command}'. ${list}`)
}
