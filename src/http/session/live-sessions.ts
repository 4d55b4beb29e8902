/**
 * The customers whose subscriptions are followed now: the list of them whenever one is made or moves. A
 * stream ends with its token: at the moment that it expires, and at once where the bus tells that it was revoked.
 * The bus may lose that, so tokens are looked at every few seconds besides.
 */
import type { FastifyReply } from 'fastify'
import { customerActorId } from '../../shared/customer-actor-id.ts'
import { errorText } from '../../shared/errors.ts'
import { Problem, toProblemBody } from '../../shared/problems.ts'
import { listActors } from '../../store/views/actors.ts'
import { type Customer, identifyCustomer } from '../authentication/customer.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { callWhenGone, type EventStream, EventStreams } from '../live/event-streams.ts'
import { ListenerPlaces } from '../live/listener-places.ts'
import { type Followed, Watches } from '../live/watches.ts'
import { toCountedAddress } from '../requests/client-address.ts'
import { describeOwn } from './own-subscriptions.ts'
import type { OwnSubscription } from './subscription-view.ts'
import { after, type Scheduled } from '../../shared/time.ts'

/** The newest ones; a page asks for older ones by the list. */
export const subscriptionsShownMax = 50
/** A token that has less time left than a timer can count is looked at again after this. */
const nextLookMinMs = 10

export class LiveSessions {
  readonly #dependencies: HttpDependencies
  readonly #watches: Watches<OwnSubscription[]>
  readonly #places: ListenerPlaces
  readonly #streams = new EventStreams()

  constructor(dependencies: HttpDependencies) {
    this.#dependencies = dependencies
    this.#watches = new Watches(dependencies)
    this.#places = new ListenerPlaces(dependencies.settings.listeners, '/session/subscriptions')
  }

  /** Answers with a stream of the customer's subscriptions; resolves after the first view was sent. */
  async open(reply: FastifyReply, customer: Customer): Promise<void> {
    const id = customerActorId(customer.owner, customer.customerId)
    callWhenGone(reply, this.#places.take(`customer ${id}`, toCountedAddress(reply.request)))
    const stream = this.#streams.prepare(reply)
    const { started, leave } = this.#watches.follow(
      `${id} ${customer.may}`,
      this.#followed(id, customer),
      (view) => stream.send('subscriptions', view),
    )
    callWhenGone(reply, leave)
    callWhenGone(reply, this.#endWithToken(stream, id, customer))
    await started
  }

  close(): void {
    this.#streams.close()
    this.#watches.close()
  }

  #followed(id: string, customer: Customer): Followed<OwnSubscription[]> {
    const { bus, database } = this.#dependencies
    const { owner, customerId } = customer
    const page = { limit: subscriptionsShownMax, offset: 0 }
    return {
      read: async () => {
        const found = await listActors(database, 'subscription', owner, { customerId }, page)
        return describeOwn(this.#dependencies, customer, found)
      },
      show: (subscriptions) => {
        const json = JSON.stringify({ subscriptions })
        return { json, timeless: json }
      },
      onMoved: (refresh) => bus.onSubscriptionsChanged(id, refresh),
    }
  }

  /** Looks at the token again and again, and ends the stream once it is not good; returns what stops that. */
  #endWithToken(stream: EventStream, id: string, { token, expiresAt }: Customer): () => void {
    const { bus, clock, log, settings } = this.#dependencies
    let timer: Scheduled | undefined
    let isStopped = false
    const look = async () => {
      try {
        await identifyCustomer(token, this.#dependencies)
      } catch (error) {
        if (error instanceof Problem)
          return stream.finish('problem', JSON.stringify(toProblemBody(error)))
        log.warn({ error: errorText(error) }, 'the token of a live session was not looked at')
      }
      lookLater()
    }
    const lookLater = () => {
      if (isStopped) return
      timer?.cancel()
      const leftMs = Math.max(nextLookMinMs, expiresAt.getTime() - clock.realNow().getTime())
      timer = after(Math.min(leftMs, settings.listeners.readAnywayMs), () => void look())
    }
    const unlisten = bus.onRevoked(id, () => void look())
    lookLater()
    return () => {
      isStopped = true
      unlisten()
      timer?.cancel()
    }
  }
}
