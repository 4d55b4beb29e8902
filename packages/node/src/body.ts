/** Bodies of requests and answers, read no further than they can be long. */
import type { Bytes } from './hmac.ts'

/** Reads all of it; null where it is longer than that. Whoever sends it is not known yet. */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  bytesMax: number,
): Promise<Bytes | null> {
  const reader = body?.getReader()
  const parts: Uint8Array[] = []
  for (let length = 0; ;) {
    const { value } = (await reader?.read()) ?? {}
    if (!value) return concatenate(parts)
    length += value.length
    parts.push(value)
    if (length <= bytesMax) continue
    await reader!.cancel()
    return null
  }
}

export function concatenate(parts: Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let filled = 0
  for (const part of parts) {
    whole.set(part, filled)
    filled += part.length
  }
  return whole
}
