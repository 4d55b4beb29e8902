/** HMAC-SHA256 by WebCrypto, which Node, Bun, Deno and edge runtimes have alike. */
const encoder = new TextEncoder()
const algorithm = { name: 'HMAC', hash: 'SHA-256' }

export type Bytes = Uint8Array<ArrayBuffer>
export type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** Makes a key of a secret's UTF-8 bytes. */
export const importKey = (secret: string): Promise<HmacKey> =>
  crypto.subtle.importKey('raw', toBytes(secret), algorithm, false, ['sign', 'verify'])

export const signBytes = async (key: HmacKey, signed: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))

/** Tells whether a signature is the key's, in a time that does not depend on where it differs. */
export const isSignedWith = (key: HmacKey, signature: Bytes, signed: Bytes): Promise<boolean> =>
  crypto.subtle.verify('HMAC', key, signature, signed)

export const toBytes = (text: string): Bytes => encoder.encode(text)

/** Writes lower-case hexadecimal. */
export const toHex = (bytes: Bytes): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export const toBase64 = (bytes: Bytes): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** Reads hexadecimal; answers no bytes, which sign nothing, where it is none. */
export function fromHex(text: string): Bytes {
  const pairs = /^([0-9a-f]{2})+$/i.test(text) ? text.match(/../g)! : []
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))
}

/** Reads base64; answers no bytes where it is none. */
export function fromBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
