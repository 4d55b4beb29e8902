/** Writes down what a simulation did: every turn in a sentence, and the body of every webhook. */
import { statePath } from '../turn/state-path.ts'
import { tellTurn } from '../story/tell-turn.ts'
import type { MerchantEventPayload } from '../../shared/event-types.ts'
import { eventIdOf } from '../events/event-id.ts'
import type { Cause, MessageEvent } from '../../shared/message.ts'
import type { ActorKind } from '../../shared/stored-actor.ts'
import { toResource } from '../resources/to-resource.ts'
import { buildBody } from '../events/catalogue.ts'
import type { TakenTurn } from './world.ts'

/** A turn of an actor. `at` is ISO 8601 in UTC; `from` and `to` are paths of states, `from` is empty at the beginning. */
export type SimulatedTurn = {
  at: string
  kind: ActorKind
  id: string
  event: MessageEvent
  cause: Cause
  from: string
  to: string
  sentence: string
  /** The commands that people may give after it. */
  allowedCommands: string[]
  /** The places of its webhooks among all, from 0. */
  webhooks: number[]
}

export type WebhookBody = { eventId: string; eventType: string; eventTs: string } & Record<
  string,
  unknown
>

export class Recording {
  readonly turns: SimulatedTurn[] = []
  readonly webhooks: WebhookBody[] = []
  /** Holds each resource as the API shows it, by kind and id. */
  readonly resources = new Map<string, { kind: ActorKind; resource: object }>()

  note(turn: TakenTurn): void {
    const { journal, next } = turn
    const { actor } = next
    const resource = toResource(actor)
    if (resource) this.resources.set(`${actor.kind}/${actor.id}`, { kind: actor.kind, resource })
    this.turns.push({
      at: journal.at,
      kind: actor.kind,
      id: actor.id,
      event: journal.event,
      cause: journal.cause,
      from: journal.fromState,
      to: statePath(actor.snapshot.value),
      sentence: tell(turn),
      allowedCommands: actor.snapshot.acceptedCommands,
      webhooks: this.#noteWebhooks(turn),
    })
  }

  #noteWebhooks({ outbox, message }: TakenTurn): number[] {
    const rows = outbox.filter(({ channel }) => channel === 'event')
    return rows.map(({ id, at, payload, cause }) => {
      const place = this.webhooks.length
      const logNumber = place + 1
      const { merchantId, network } = message
      const told = { at: new Date(at), logNumber, payload: payload as MerchantEventPayload }
      const isTold = (one: string) => this.webhooks.some(({ eventId }) => eventId === one)
      const eventId = eventIdOf({ ...told, id, merchantId, network }, isTold)
      const event = { ...told, eventId, cause }
      this.webhooks.push(JSON.parse(buildBody(event)) as WebhookBody)
      return place
    })
  }
}

function tell({ journal, next, before, message }: TakenTurn): string {
  const { merchantId, network } = message
  const turn = { ...journal, merchantId, network, at: Date.parse(journal.at) }
  const after = JSON.parse(JSON.stringify(next.actor)) as typeof next.actor
  return tellTurn({ ...turn, before: before?.actor ?? null, after, asked: [], gap: null })
}
