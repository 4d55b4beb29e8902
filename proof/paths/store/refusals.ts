/** Every command that a state does not accept is refused, says what the state does accept, and changes nothing. */
import { actorDefinitions } from '../../../src/core/turn/actor-definitions.ts'
import { decideTurn } from '../../../src/core/turn/decide.ts'
import type { TurnEngine } from '../../../src/actors/turn-engine.ts'
import { exampleEvents } from '../../../src/core/lifecycles/example-events.ts'
import type { MessageEvent } from '../../../src/shared/message.ts'
import type { ActorKind, StoredActor } from '../../../src/shared/stored-actor.ts'
import { findCommands } from '../../../src/core/turn/command-roles.ts'
import { restore } from '../../../test/support/explore.ts'
import { expectSame } from '../differences.ts'
import { toCommand } from './placing.ts'

/** Sends all of them at once, and holds the answers against the state. `at` is Unix milliseconds. */
export async function expectRefusals(
  engine: TurnEngine,
  actor: StoredActor,
  at: number,
): Promise<void> {
  const events = commandsOf(actor.kind).filter(
    ({ type }) => !actor.snapshot.acceptedCommands.includes(nameOf(type)),
  )
  const answers = await Promise.all(
    events.map(async (event): Promise<unknown> =>
      JSON.parse(await engine.take(toCommand(sayingOf(actor, event)), true)),
    ),
  )
  for (const [index, event] of events.entries())
    expectSame(
      `${event.type} is answered otherwise than the state says`,
      answers[index],
      answerTo(actor, event, at),
    )
}

/** An event that the state lists as harmless is no refusal; it changes nothing either. */
function answerTo(actor: StoredActor, event: MessageEvent, at: number): object {
  const { outcome } = decideTurn(restore(actor.kind, actor.snapshot as never), event, at)
  if (outcome === 'ignored') return { outcome, actor }
  const { acceptedCommands: allowed } = actor.snapshot
  return { outcome: 'refused', actor, event: event.type, allowed }
}

const sayingOf = (actor: StoredActor, event: MessageEvent) => ({
  nonce: `${actor.kind}/${actor.id}/${actor.revision}/${event.type}`,
  kind: actor.kind,
  entityId: actor.id,
  merchantId: actor.merchantId,
  network: actor.network,
  event,
})

const nameOf = (type: string): string => type.slice(type.indexOf('.') + 1)

const commands = new Map<ActorKind, MessageEvent[]>()

/** An example of every command of the kind, with all that its schema wants. */
function commandsOf(kind: ActorKind): MessageEvent[] {
  const known = commands.get(kind)
  if (known) return known
  const examples = exampleEvents(actorDefinitions[kind])
  const types = [...findCommands(actorDefinitions[kind].machine).keys()]
  const found = types.map((type) => examples.get(type) as MessageEvent)
  commands.set(kind, found)
  return found
}
