/** The calls that nobody may take: each is the service's own but for what a forger would have to change. */
import { type Check, send } from './check.ts'
import type { Endpoint, Twist } from './endpoint.ts'
import { newTestEvents, type SentEvent } from './events.ts'
import { writeAnswer } from './call.ts'
import { broken, isTaken, judgeRefused, notSeen, ok, type Verdict } from './verdicts.ts'

/** More than the five minutes that a signature counts, both ways. */
const awayMs = 10 * 60 * 1_000

const verifyFirst =
  'Verify the signature over the raw body before anything else, compare it in constant time, and answer 401 where it does not fit; webhooks.unwrap of @mandate/node does that.'
const signTheTime =
  'Verify webhook-signature, which covers webhook-timestamp, and answer 401 where that is missing or more than five minutes away; x-sp-digest alone does not cover the time.'

/**
 * Sends an event that nobody may take, and then the same as the service sends it: who takes nothing refuses what is
 * wrong as well, and that proves nothing. The echo shows what was done in spite of the answer.
 */
async function sendWrong(
  endpoint: Endpoint,
  event: SentEvent,
  what: string,
  twist: Twist,
): Promise<Verdict> {
  const refused = judgeRefused(await send(endpoint, what, event, twist))
  if (refused.outcome !== 'Ok') return refused
  const before = await endpoint.readEcho(event.resourceId)
  if (before?.handled.includes(event.eventId))
    return broken(`${refused.why}, and acted on all the same: nothing may be done before the check`)
  const right = await endpoint.send(event)
  return isTaken(right)
    ? refused
    : notSeen(
        `${refused.why}, and so was the same event as the service sends it (${writeAnswer(right)}): that proves nothing`,
      )
}

const wrong = (
  what: string,
  check: Pick<Check, 'rule' | 'toDo'>,
  twistOf: (endpoint: Endpoint, event: SentEvent) => Twist,
): Check => ({
  ...check,
  says: `${what} is refused`,
  run(endpoint) {
    const [event] = newTestEvents(1)
    return sendWrong(endpoint, event!, what, twistOf(endpoint, event!))
  },
})

const ofSignature = { rule: 'rule-signature', toDo: verifyFirst } as const
const ofTime = { rule: 'rule-time', toDo: signTheTime } as const

export const refusals = {
  wrongSecret: wrong('an event signed with another secret', ofSignature, ({ key }) => ({
    key: { ...key, apiSecret: crypto.randomUUID() },
  })),
  emptySecret: wrong('an event of an unknown key, signed with no secret', ofSignature, () => ({
    headers: ({ 'webhook-id': id, 'webhook-timestamp': timestamp }) => ({
      'x-sp-key': 'test_nobodyskey',
      'x-sp-digest': '',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': 'v1,',
    }),
  })),
  changedBody: wrong('an event changed after it was signed', ofSignature, (_, { body }) => ({
    body: body.replace('Nothing happened', 'Nothing happenes'),
  })),
  noSignature: wrong('an event without a signature', ofSignature, () => ({ headers: () => ({}) })),
  eitherSignature: {
    rule: 'rule-signature',
    says: 'a call of which only one of the two signatures fits is not taken whichever that is',
    toDo: verifyFirst,
    run: tryEachSignature,
  },
  staleTimestamp: wrong('an event whose signature is ten minutes old', ofTime, () => ({
    sentAtMs: Date.now() - awayMs,
  })),
  futureTimestamp: wrong('an event whose signature is of in ten minutes', ofTime, () => ({
    sentAtMs: Date.now() + awayMs,
  })),
  renewedTimestamp: wrong('a kept call under a new time', ofTime, () => ({
    sentAtMs: Date.now() - awayMs,
    headers: (signed) => ({
      ...signed,
      'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
    }),
  })),
  leftOutTimestamp: wrong('a kept call without its time', ofTime, () => ({
    headers: ({ 'x-sp-key': key, 'x-sp-digest': digest }) => ({
      'x-sp-key': key,
      'x-sp-digest': digest,
    }),
  })),
} satisfies Record<string, Check>

/** Spoils one signature and leaves the other. A receiver that accepts both goes by whichever a forger likes. */
async function tryEachSignature(endpoint: Endpoint): Promise<Verdict> {
  const [byDigest, bySignature] = [...newTestEvents(1), ...newTestEvents(1)]
  const other = { ...endpoint.key, apiSecret: crypto.randomUUID() }
  const spoiled = async (event: SentEvent, names: string[]) => {
    const forged = await endpoint.sign(event, other)
    const pick = Object.fromEntries(
      names.map((name) => [name, forged[name as keyof typeof forged]]),
    )
    return isTaken(await endpoint.send(event, { headers: (signed) => ({ ...signed, ...pick }) }))
  }
  const takesDigestAlone = await spoiled(byDigest!, ['webhook-signature'])
  const takesSignatureAlone = await spoiled(bySignature!, ['x-sp-digest'])
  if (takesDigestAlone && takesSignatureAlone)
    return broken('either signature is enough, whatever the other says')
  if (takesDigestAlone) return ok('it goes by x-sp-digest')
  return ok(takesSignatureAlone ? 'it goes by webhook-signature' : 'it goes by both')
}
