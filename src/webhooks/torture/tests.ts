/** The torture tests, in the order in which they run: what each sends, and how it is judged. */
import type { TortureEvent, TortureKit, Twist } from './kit.ts'
import type { TortureRule } from './rules.ts'
import {
  judgeDone,
  judgeNewest,
  judgeOnce,
  judgeRefused,
  judgeTaken,
  judgeUndone,
  type Verdict,
} from './verdicts.ts'

export type TortureTest = { rule: TortureRule; run: (kit: TortureKit) => Promise<Verdict> }

const stalenessMs = 10 * 60 * 1000
const oldEventMs = 2 * 365 * 24 * 60 * 60 * 1000
const delayMs = 2_000
/** As many as the service has under way at once under one key. */
const atOnce = 8

const askOnce = (id: string) =>
  `Did your server act once on the event ${id}? Look for what it does for an event: an order, a mail, a row. It must be there once.`
const askNewest = (id: string, newest: number) =>
  `Does your server hold event ${newest} as the newest of the test resource ${id}? An earlier one came after it and must have changed nothing.`

/** Sends an event that nobody may take, and asks whether anything was done with it. */
async function sendWrong(
  kit: TortureKit,
  event: TortureEvent,
  what: string,
  twist: Twist,
): Promise<Verdict> {
  const refused = judgeRefused([await kit.send(what, event, twist)])
  const echo = refused.outcome === 'Passed' ? await kit.readEcho(event.resourceId) : null
  return judgeUndone(refused, echo, event)
}

export const tortureTests = {
  /** Without it nothing else means anything. */
  signedEvent: {
    rule: 'rule-answer',
    async run(kit) {
      const [event] = kit.newEvents(1)
      return judgeTaken([await kit.send('an event as the service sends it', event!)])
    },
  },
  wrongSecret: {
    rule: 'rule-signature',
    async run(kit) {
      const [event] = kit.newEvents(1)
      const key = { ...kit.key, secret: 'not the secret of this key' }
      return sendWrong(kit, event!, 'an event signed with another secret', { key })
    },
  },
  changedBody: {
    rule: 'rule-signature',
    async run(kit) {
      const [event] = kit.newEvents(1)
      const body = event!.body.replace('Nothing happened', 'Nothing happenes')
      return sendWrong(kit, event!, 'an event changed after it was signed', { body })
    },
  },
  noSignature: {
    rule: 'rule-signature',
    async run(kit) {
      const [event] = kit.newEvents(1)
      return sendWrong(kit, event!, 'an event without a signature', { headers: {} })
    },
  },
  rawBody: {
    rule: 'rule-signature',
    async run(kit) {
      const [event] = kit.newEvents(1)
      // The same JSON in other bytes: who parses and writes it again has another text.
      const spaced = JSON.stringify(JSON.parse(event!.body), null, 2)
      const body = spaced.replace('Of torture', '\\u004ff torture \u20ac \ud83d\udc1f')
      return judgeTaken([
        await kit.send('a signed event whose JSON is written in another way', { ...event!, body }),
      ])
    },
  },
  staleTimestamp: {
    rule: 'rule-time',
    async run(kit) {
      const [event] = kit.newEvents(1)
      const sentAt = new Date(kit.realNow().getTime() - stalenessMs)
      return sendWrong(kit, event!, 'an event whose signature is ten minutes old', { sentAt })
    },
  },
  slowConnection: {
    rule: 'rule-answer',
    async run(kit) {
      const [event] = kit.newEvents(1)
      return judgeTaken([
        await kit.send('an event that takes four seconds to come', event!, { isSlow: true }),
      ])
    },
  },
  duplicates: {
    rule: 'rule-event-id',
    async run(kit) {
      const [event] = kit.newEvents(1)
      const calls = []
      for (const time of ['an event', 'the same again', 'and a third time'])
        calls.push(await kit.send(time, event!))
      const echo = await kit.readEcho(event!.resourceId)
      return judgeDone(judgeTaken(calls), echo, judgeOnce(event!), askOnce(event!.eventId))
    },
  },
  duplicatesAtOnce: {
    rule: 'rule-event-id',
    async run(kit) {
      const [event] = kit.newEvents(1)
      const times = ['an event', 'the same at the same moment']
      const calls = await Promise.all(times.map((what) => kit.send(what, event!)))
      const echo = await kit.readEcho(event!.resourceId)
      return judgeDone(judgeTaken(calls), echo, judgeOnce(event!), askOnce(event!.eventId))
    },
  },
  reorder: {
    rule: 'rule-sequence',
    async run(kit) {
      const [first, second] = kit.newEvents(2)
      const calls = [
        await kit.send('the second event of a resource', second!),
        await kit.send('its first event, after the second', first!),
      ]
      const { resourceId } = first!
      const echo = await kit.readEcho(resourceId)
      return judgeDone(judgeTaken(calls), echo, judgeNewest(2), askNewest(resourceId, 2))
    },
  },
  gapAndDelay: {
    rule: 'rule-sequence',
    async run(kit) {
      const [first, second, third] = kit.newEvents(3)
      const calls = [
        await kit.send('the first event of a resource', first!),
        await kit.send('its third event, with a gap before it', third!),
      ]
      await kit.wait(delayMs)
      calls.push(await kit.send('its second event, two seconds later', second!))
      const { resourceId } = first!
      const echo = await kit.readEcho(resourceId)
      return judgeDone(judgeTaken(calls), echo, judgeNewest(3), askNewest(resourceId, 3))
    },
  },
  oldEvent: {
    rule: 'rule-event-id',
    async run(kit) {
      const at = new Date(kit.realNow().getTime() - oldEventMs)
      const [event] = kit.newEvents(1, { at })
      return judgeTaken([await kit.send('an event of two years ago, signed now', event!)])
    },
  },
  unknownEventType: {
    rule: 'rule-unknown',
    async run(kit) {
      const [event] = kit.newEvents(1)
      const body = event!.body.replace('"WebhookTest"', '"SomethingOfLater"')
      return judgeTaken([await kit.send('an event of an unknown type', { ...event!, body })])
    },
  },
  unknownField: {
    rule: 'rule-unknown',
    async run(kit) {
      const [event] = kit.newEvents(1)
      const body = event!.body.replace('{', '{"somethingOfLater":{"is":[1,null]},')
      return judgeTaken([await kit.send('an event with an unknown field', { ...event!, body })])
    },
  },
  manyAtOnce: {
    rule: 'rule-answer',
    async run(kit) {
      const events = Array.from({ length: atOnce }, () => kit.newEvents(1)[0]!)
      const what = (index: number) => `event ${index + 1} of ${atOnce} at once`
      return judgeTaken(
        await Promise.all(events.map((event, index) => kit.send(what(index), event))),
      )
    },
  },
} as const satisfies Record<string, TortureTest>
export type TortureTestName = keyof typeof tortureTests

export const tortureTestNames = Object.keys(tortureTests) as [TortureTestName, ...TortureTestName[]]
