/** All checks, in the order in which they run: the first is an event as the service sends it. */
import { type Check, send } from './check.ts'
import { newEventOfEachType, newTestEvents, type SentEvent } from './events.ts'
import { refusals } from './refusals.ts'
import { judgeDone, judgeNewest, judgeOnce, judgeAccepted, notSeen } from './verdicts.ts'

const dayMs = 24 * 60 * 60 * 1_000
const oldEventMs = 2 * 365 * dayMs
/** The service has so many calls under way at once under one key. */
const atOnce = 8
/** A payment with fifty refunds, each with a note of 500 characters, is about as long. */
const longestBodyBytes = 96 * 1_024

const askOnce = (id: string) =>
  `Did your server act once on the event ${id}? Look for what it does for an event: an order, a mail, a row. It must be there once.`
const askNewest = (id: string, newest: number) =>
  `Does your server hold event ${newest} as the newest of the test resource ${id}? An earlier one came after it and must have changed nothing.`

const takeAll = 'Answer 2xx to all that is signed rightly, also to what your server does not need.'
const actOnce =
  'Keep eventId in your database, unique, in the same commit as what you do; where it is there already, answer 2xx and do nothing.'
const goBySequence =
  'Answer 2xx, and change nothing where sequence is lower than the one that you hold of that resource.'

export const checks = {
  signedEvent: {
    rule: 'rule-answer',
    says: 'an event as the service sends it is taken',
    toDo: 'See in the log of your server why it is refused: is its secret that of this key? Does it verify the body as it came, before it is parsed? Is its clock right?',
    async run(endpoint) {
      const [event] = newTestEvents(1)
      return judgeAccepted([await send(endpoint, 'an event as the service sends it', event!)])
    },
  },
  ...refusals,
  rawBody: {
    rule: 'rule-signature',
    says: 'the same JSON in other bytes, signed as they are, is taken',
    toDo: 'Verify the bytes of the body as they came: JSON that was parsed and written again is another text.',
    async run(endpoint) {
      const [event] = newTestEvents(1)
      const spaced = JSON.stringify(JSON.parse(event!.body), null, 2)
      const body = spaced.replace('"Of an', '"\\u004ff an \u20ac \ud83d\udc1f')
      const what = 'a signed event whose JSON is written in another way'
      return judgeAccepted([await send(endpoint, what, { ...event!, body })])
    },
  },
  slowConnection: {
    rule: 'rule-answer',
    says: 'an event whose body takes four seconds to come is taken',
    toDo: 'Let your server, and the proxy before it, wait for the whole body: the line between may be slow.',
    async run(endpoint) {
      const [event] = newTestEvents(1)
      const what = 'an event that takes four seconds to come'
      return judgeAccepted([await send(endpoint, what, event!, { isSlow: true })])
    },
  },
  longestBody: {
    rule: 'rule-answer',
    says: 'an event of 96 KiB is taken',
    toDo: 'Let your server, and the proxy before it, take bodies of 128 KiB: a payment with many refunds is as long.',
    async run(endpoint) {
      const [event] = newTestEvents(1, { message: 'x'.repeat(longestBodyBytes) })
      return judgeAccepted([await send(endpoint, 'an event of 96 KiB', event!)])
    },
  },
  manyAtOnce: {
    rule: 'rule-answer',
    says: 'eight events at the same time are taken',
    toDo: 'Answer before you work, and let no call wait for another: the service has up to eight under way under one key.',
    async run(endpoint) {
      const events = Array.from({ length: atOnce }, () => newTestEvents(1)[0]!)
      const what = (index: number) => `event ${index + 1} of ${atOnce} at once`
      return judgeAccepted(
        await Promise.all(events.map((event, index) => send(endpoint, what(index), event))),
      )
    },
  },
  duplicates: {
    rule: 'rule-event-id',
    says: 'an event that comes three times is taken each time, and acted on once',
    toDo: actOnce,
    async run(endpoint) {
      const [event] = newTestEvents(1)
      const calls = []
      for (const time of ['an event', 'the same again', 'and a third time'])
        calls.push(await send(endpoint, time, event!))
      const echo = await endpoint.readEcho(event!.resourceId)
      return judgeDone(judgeAccepted(calls), echo, judgeOnce(event!), askOnce(event!.eventId))
    },
  },
  duplicatesAtOnce: {
    rule: 'rule-event-id',
    says: 'an event that comes twice at the same moment is taken, and acted on once',
    toDo: actOnce,
    async run(endpoint) {
      const [event] = newTestEvents(1)
      const times = ['an event', 'the same at the same moment']
      const calls = await Promise.all(times.map((what) => send(endpoint, what, event!)))
      const echo = await endpoint.readEcho(event!.resourceId)
      return judgeDone(judgeAccepted(calls), echo, judgeOnce(event!), askOnce(event!.eventId))
    },
  },
  oldEvent: {
    rule: 'rule-event-id',
    says: 'an event of two years ago, signed now, is taken',
    toDo: 'Judge the age of a call by webhook-timestamp, not by eventTs: an event may be sent again long after.',
    async run(endpoint) {
      const [event] = newTestEvents(1, { at: new Date(Date.now() - oldEventMs) })
      return judgeAccepted([await send(endpoint, 'an event of two years ago, signed now', event!)])
    },
  },
  reorder: {
    rule: 'rule-sequence',
    says: 'the second event of a resource before its first: both are taken, and the second holds',
    toDo: goBySequence,
    async run(endpoint) {
      const [first, second] = newTestEvents(2)
      const calls = [
        await send(endpoint, 'the second event of a resource', second!),
        await send(endpoint, 'its first event, after the second', first!),
      ]
      const { resourceId } = first!
      const echo = await endpoint.readEcho(resourceId)
      return judgeDone(judgeAccepted(calls), echo, judgeNewest(2), askNewest(resourceId, 2))
    },
  },
  gapAndDelay: {
    rule: 'rule-sequence',
    says: 'the third event of a resource before its second, which comes late: all are taken, and the third holds',
    toDo: goBySequence,
    async run(endpoint) {
      const [first, second, third] = newTestEvents(3)
      const calls = [
        await send(endpoint, 'the first event of a resource', first!),
        await send(endpoint, 'its third event, with a gap before it', third!),
      ]
      await endpoint.wait(endpoint.pace.delayMs)
      calls.push(await send(endpoint, 'its second event, late', second!))
      const { resourceId } = first!
      const echo = await endpoint.readEcho(resourceId)
      return judgeDone(judgeAccepted(calls), echo, judgeNewest(3), askNewest(resourceId, 3))
    },
  },
  unknownEventType: {
    rule: 'rule-unknown',
    says: 'an event of a type that nobody knows is taken',
    toDo: takeAll,
    async run(endpoint) {
      const [event] = newTestEvents(1)
      const body = event!.body.replace('"WebhookTest"', '"SomethingOfLater"')
      return judgeAccepted([
        await send(endpoint, 'an event of an unknown type', { ...event!, body }),
      ])
    },
  },
  unknownField: {
    rule: 'rule-unknown',
    says: 'an event with a field that nobody knows is taken',
    toDo: 'Read the fields that you need, and let a schema pass over the others: there will be more.',
    async run(endpoint) {
      const [event] = newTestEvents(1)
      const body = event!.body.replace('{', '{"somethingOfLater":{"is":[1,null]},')
      return judgeAccepted([
        await send(endpoint, 'an event with an unknown field', { ...event!, body }),
      ])
    },
  },
  everyType: {
    rule: 'rule-unknown',
    says: 'an event of every type that there is, of things that your server never made, is taken',
    toDo: takeAll,
    async run(endpoint) {
      if (endpoint.key.apiKey.startsWith('main_'))
        return notSeen(
          'made-up events say that money came, so none is sent under a key of the main network; --real-events sends your own',
        )
      const calls = []
      for (const event of newEventOfEachType())
        calls.push(await send(endpoint, `a ${event.eventType}`, event))
      return judgeAccepted(calls)
    },
  },
} satisfies Record<string, Check>

/** The merchant's own events, which it has had already: once more in their order, and then from the last to the first. */
export const checkOfRealEvents = (events: SentEvent[]): Check => ({
  rule: 'rule-event-id',
  says: `${events.length} of your own events are taken again, in their order and the other way round`,
  toDo: actOnce,
  async run(endpoint) {
    if (events.length === 0) return notSeen('your event log is empty')
    const calls = []
    for (const event of [...events, ...events.toReversed()])
      calls.push(await send(endpoint, `your ${event.eventType} ${event.eventId}`, event))
    return judgeAccepted(calls)
  },
})
