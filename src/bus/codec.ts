/** JSON in UTF-8. Messages of one tick travel together, so both directions carry arrays. */
import type { Message, Reply } from '../shared/message.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const encodeJson = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value))
export const decodeJson = (bytes: Uint8Array): unknown => JSON.parse(decoder.decode(bytes))

export const encodeMessages = (messages: Message[]): Uint8Array => encodeJson(messages)
export const decodeMessages = (bytes: Uint8Array): Message[] => decodeJson(bytes) as Message[]

/** Replies come as JSON texts already, because the turn has the stored snapshot's text at hand. */
export const encodeReplies = (replies: string[]): Uint8Array =>
  encoder.encode(`[${replies.join(',')}]`)
export const decodeReplies = (bytes: Uint8Array): Reply[] => decodeJson(bytes) as Reply[]
