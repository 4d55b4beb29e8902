/** Random tokens: holding one is enough to be let in, so only their hashes are stored. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Makes a token of so many random bits, in letters, digits, `-` and `_`. */
export function newToken(bits: 128 | 256): string {
  return randomBytes(bits / 8).toString('base64url')
}

/** Makes 80 random bits that people can copy by hand: `3f2a1-…`, four groups of five letters and digits. */
export function newRecoveryCode(): string {
  return randomBytes(10).toString('hex').match(/.{5}/g)!.join('-')
}

/** Hashes a token for storage. A token is random, so it needs no salt and no slow hash. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

/** Compares two secrets; the time taken tells neither where they differ nor how long they are. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right))
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
