/**
 * Tells what happens to one entity, step by step, with no database, bus or clock.
 *
 * Every step is stored and restored in between. Time stands still until the story says otherwise.
 */
import assert from 'node:assert/strict'
import { statePath } from '../../src/core/turn/state-path.ts'
import type { ActorKind } from '../../src/shared/stored-actor.ts'
import { delayName } from '../../src/core/lifecycles/chart.ts'
import { acceptedCommandsOf } from '../../src/core/turn/commands.ts'
import { beginning, type Case, moveOn, type Visit } from './explore.ts'

type Event = { type: string; [field: string]: unknown }

/** Begins an entity. */
export function story(beginnings: Pick<Case, 'kind' | 'input' | 'beganAt'>): Story {
  return new Story(beginnings.kind, beginning(beginnings))
}

class Story {
  #kind: ActorKind
  #now: Visit

  constructor(kind: ActorKind, now: Visit) {
    this.#kind = kind
    this.#now = now
  }

  /** Sends an event that changes the entity. */
  when(event: Event | string): this {
    const outcome = this.#tell(toEvent(event))
    assert.equal(outcome, 'applied', `${this.#state()} does not take ${toEvent(event).type}`)
    return this
  }

  /** Sends an event that changes nothing now. */
  ignores(event: Event | string): this {
    assert.equal(this.#tell(toEvent(event)), 'ignored')
    return this
  }

  /** Sends a command that is not possible now. */
  refuses(event: Event | string): this {
    assert.equal(this.#tell(toEvent(event)), 'refused')
    return this
  }

  /** The wait with this name is over; time moves on to that moment. */
  whenTimeIsUp(delay: string): this {
    const armed = Object.keys(this.#now.situation.timers).find((id) => delayName(id) === delay)
    assert(armed, `${this.#state()} does not wait ${delay}`)
    return this.when(armed)
  }

  /** Time passes, and no timer has fired yet. */
  later(durationMs: number): this {
    const { situation } = this.#now
    this.#now = { ...this.#now, situation: { ...situation, now: situation.now + durationMs } }
    return this
  }

  /** Expects a state, or any within it. */
  is(state: string): this {
    const now = this.#state()
    assert(now === state || now.startsWith(`${state}.`), `${now} is not ${state}`)
    return this
  }

  /** Expects the effects of the last step, by name and in order; a report that is for nobody does not count. */
  asks(...names: string[]): this {
    const effects = this.#now.effects.filter(({ params }) => params['contractAddress'] !== null)
    assert.deepEqual(
      effects.map((effect) => effect.name),
      names,
    )
    return this
  }

  /** Expects one effect of the last step with its parameters. */
  asksFor(name: string, params: object): this {
    const effect = this.#now.effects.find((one) => one.name === name)
    assert.partialDeepStrictEqual(effect?.params, params)
    return this
  }

  remembers(memory: object): this {
    assert.partialDeepStrictEqual(this.#now.situation.context, memory)
    return this
  }

  /** Expects the buttons that are shown now. */
  offers(...commands: string[]): this {
    const accepted = acceptedCommandsOf(this.#kind, this.#now.snapshot)
    assert.deepEqual(accepted.toSorted(), commands.toSorted())
    return this
  }

  /** Expects when the wait with this name will be over; undefined where there is no such wait. */
  waits(delay: string, until: string | undefined): this {
    const { timers } = this.#now.situation
    const dueAt = Object.keys(timers).filter((id) => delayName(id) === delay)
    const moments = dueAt.map((id) => new Date(timers[id]!).toISOString())
    assert.deepEqual(moments, until === undefined ? [] : [until])
    return this
  }

  #tell(event: Event) {
    const { decision, to } = moveOn(this.#kind, this.#now, event)
    this.#now = to
    return decision.outcome
  }

  #state(): string {
    return statePath(this.#now.situation.value)
  }
}

const toEvent = (event: Event | string): Event =>
  typeof event === 'string' ? { type: event } : event
