/**
 * JSON in UTF-8. Messages of one tick travel together, so both directions carry arrays, and
 * no array is larger than NATS takes.
 */
import type { Message, Reply } from '../shared/message.ts'
import { networks } from '../shared/network.ts'
import { actorKinds } from '../shared/stored-actor.ts'
import { isSubjectToken } from './subjects.ts'

/** Below the server's limit of 1 MiB, with space for what the client adds. */
const envelopeBytesMax = 900 * 1024

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const encodeJson = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value))
export const decodeJson = (bytes: Uint8Array): unknown => JSON.parse(decoder.decode(bytes))

export type Envelope<Carried> = { carried: Carried[]; bytes: Uint8Array }

/** Packs messages into envelopes, in order, `togetherMax` in each or as many as fit. */
export function packMessages<Carried>(
  carried: Carried[],
  toMessage: (one: Carried) => Message,
  togetherMax: number,
): Envelope<Carried>[] {
  const packs: { carried: Carried[]; texts: string[]; bytes: number }[] = []
  for (const one of carried) {
    const text = JSON.stringify(toMessage(one))
    const bytes = Buffer.byteLength(text) + 1
    const last = packs.at(-1)
    if (last && last.carried.length < togetherMax && last.bytes + bytes < envelopeBytesMax) {
      last.carried.push(one)
      last.texts.push(text)
      last.bytes += bytes
    } else packs.push({ carried: [one], texts: [text], bytes })
  }
  return packs.map((pack) => ({ carried: pack.carried, bytes: encodeTexts(pack.texts) }))
}

/** Decodes messages; throws on anything else, so that it comes near no turn. */
export function decodeMessages(bytes: Uint8Array): Message[] {
  const messages = decodeJson(bytes)
  if (Array.isArray(messages) && messages.every(isMessage)) return messages
  throw new Error('these bytes are no messages')
}

/**
 * Encodes replies. They come as JSON texts already, because the turn has the stored snapshot's text at hand. Messages
 * that do not fit become null: their senders ask again, which the id makes safe.
 */
export function encodeReplies(replies: string[]): Uint8Array {
  let bytes = replies.length * 'null,'.length
  return encodeTexts(
    replies.map((reply) => {
      bytes += Buffer.byteLength(reply)
      return bytes < envelopeBytesMax ? reply : 'null'
    }),
  )
}

export const decodeReplies = (bytes: Uint8Array): (Reply | null)[] =>
  decodeJson(bytes) as (Reply | null)[]

const encodeTexts = (texts: string[]) => encoder.encode(`[${texts.join(',')}]`)

/** Checks the fields that all messages have; the schema of the actor checks those of `event`. */
function isMessage(value: unknown): value is Message {
  const message = value as Message | null
  return (
    [message?.id, message?.entityId, message?.merchantId, message?.event?.type].every(isText) &&
    isSubjectToken(message!.entityId) &&
    isSubjectToken(message!.merchantId) &&
    actorKinds.includes(message!.kind) &&
    networks.includes(message!.network) &&
    isText(message!.cause?.type)
  )
}

const isText = (value: unknown): value is string => typeof value === 'string'
