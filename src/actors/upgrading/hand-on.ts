/**
 * Hands what only a newer release takes on to another worker. While releases run side by side a message comes to any
 * worker; without this it would wait for the actor relay whenever it came to an older one. A caller that wants an answer
 * asks again.
 */
import type { Bus } from '../../bus/bus.ts'
import type { Message } from '../../shared/message.ts'

/**
 * With three workers, one of them newer, one message in a hundred has not reached it by then; the actor relay takes that
 * one.
 */
const handoversMax = 12

/** Publishes them again, but those that were handed on so often that perhaps no worker of the newer release runs. */
export function handOn(bus: Pick<Bus, 'publish'>, messages: readonly Message[]): void {
  const others = messages.filter(({ handedOn = 0 }) => handedOn < handoversMax)
  if (others.length)
    void bus.publish(others.map((one) => ({ ...one, handedOn: (one.handedOn ?? 0) + 1 })))
}
