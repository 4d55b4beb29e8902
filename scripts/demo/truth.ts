/** Compares the event log with the webhooks that arrived. */
import { eventually } from '../../examples/client/eventually.ts'
import type { EventJson } from '../../examples/client/merchant.ts'
import { expectThat, heading, request, says } from './narrator.ts'
import type { Story } from './story.ts'

export async function readingTheTruth(story: Story, contractAddress: string): Promise<void> {
  const { merchant, receiver } = story
  heading('The event log says the same as the webhooks did')
  request(`GET /integration/events?after=${story.firstEvent}`)
  const log = await merchant.events(story.firstEvent)
  await eventually('the last webhook', () =>
    Promise.resolve(receiver.received.length >= log.length || null),
  )

  const mine = log.filter((event) => contractOf(event) === contractAddress)
  const told = receiver.received.filter((event) => contractOf(event) === contractAddress)
  expectThat('events of this subscription', told.length, mine.length)
  expectThat('every body is the same', sorted(told).join() === sorted(mine).join(), true)
  const subscriptionSequences = told
    .filter((event) => event['subscription'])
    .map(({ sequence }) => sequence)
  expectThat(
    'the subscription’s sequence, as it arrived, has no holes',
    subscriptionSequences,
    subscriptionSequences.map((_, index) => index + 1),
  )
  for (const { eventTs, eventType } of told) says(`${eventTs}  ${eventType}`)
}

const contractOf = (event: EventJson): string | undefined =>
  ((event['subscription'] ?? event['charge']) as { contractAddress: string } | undefined)
    ?.contractAddress

/** Writes the bodies as texts, sorted. */
const sorted = (events: EventJson[]): string[] =>
  events.map((event) => JSON.stringify(event)).sort()
