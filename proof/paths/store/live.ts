/** Lives a path on the engine of turns, and holds all that is stored after each step against the model. */
import { TurnEngine } from '../../../src/actors/turn-engine.ts'
import { errorText } from '../../../src/shared/errors.ts'
import type { Message, MessageEvent } from '../../../src/shared/message.ts'
import type { StoredActor } from '../../../src/shared/stored-actor.ts'
import type { Parts } from '../../../test/turns/parts.ts'
import { expectSame } from '../differences.ts'
import { type Modelled, modelTurn } from './model.ts'
import { ownValues } from './own-values.ts'
import { place } from './placing.ts'
import type { StorePath } from './planned.ts'
import { expectRefusals } from './refusals.ts'
import type { WalkedStep } from './search.ts'
import { StandingClock } from './standing-clock.ts'
import { readStored } from './stored.ts'

type Ground = Pick<Parts, 'database' | 'bus' | 'log'>
type Life = Ground & { clock: StandingClock; path: StorePath; input: Record<string, string> }

/** Throws at the first step after which something is not what the model says, and names it. */
export async function livePath(ground: Ground, path: StorePath): Promise<void> {
  const clock = new StandingClock(path.one.beganAt)
  const life: Life = { ...ground, clock, path, input: ownValues(path.id, path.one.input) as never }
  let actor: StoredActor | null = null
  for (const [index, step] of path.walk.steps.entries()) {
    try {
      actor = await liveStep(life, actor, step)
    } catch (error) {
      const { does } = path.steps[index]!
      throw new Error(`in step ${index + 1}, ${does}: ${errorText(error)}`, { cause: error })
    }
  }
}

async function liveStep(
  life: Life,
  before: StoredActor | null,
  step: WalkedStep,
): Promise<StoredActor> {
  const { clock, database } = life
  const event = eventOf(life, step)
  clock.moveTo(before?.snapshot.timers[event.type]?.dueAt ?? 0)
  const at = clock.now().getTime()
  // One engine for each step: it knows of the actor only what is stored.
  const engine = new TurnEngine(life)
  const message = await place(database, sayingOf(life, before, event))
  const modelled = modelTurn(before, message, at)
  const answer: unknown = JSON.parse(await engine.take(message, true))
  expectSame('the answer is another than the model gives', answer, {
    outcome: 'applied',
    actor: modelled.actor,
  })
  await expectStored(life, message, modelled)
  expectAsPlanned(modelled, step)
  await expectRefusals(engine, modelled.actor, at)
  await expectStored(life, message, modelled, ' after the commands that were refused')
  await engine.finish()
  return modelled.actor
}

async function expectStored(
  { database }: Life,
  message: Message,
  { stored }: Modelled,
  when = '',
): Promise<void> {
  expectSame(
    `what is stored${when} differs from the model`,
    await readStored(database, message),
    stored,
  )
}

/** Holds the machine of today against the one for which the path was planned. */
function expectAsPlanned({ stored, takes }: Modelled, { to, takes: planned }: WalkedStep): void {
  const walked = { to: stored.journal.toState, takes }
  expectSame('the machine goes another way than was planned', walked, { to, takes: planned })
}

function eventOf({ path, input }: Life, { event }: WalkedStep): MessageEvent {
  const own: MessageEvent = ownValues(path.id, event)
  return event.type === `${path.kind}.create` ? { ...own, input } : own
}

function sayingOf({ path, input }: Life, before: StoredActor | null, event: MessageEvent) {
  const { contractAddress, id, merchantId } = input as { [field: string]: string }
  const ownId = path.kind === 'subscription' ? contractAddress! : id!
  return {
    nonce: `${path.id}/${(before?.revision ?? 0) + 1}`,
    kind: path.kind,
    entityId: ownId,
    merchantId: merchantId!,
    network: 'TestNet' as const,
    event,
  }
}
