/**
 * The address that the page may lead back to. It comes from the page's own address, which anybody
 * can write, so only a whole web address of another server is followed; anything else is neither
 * followed nor shown.
 */
import { parseUrl } from './parse-url.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']
const targetCharactersMax = 2000

/**
 * Reads `success-url` or `fail-url`; null where it must not be followed. It must be absolute,
 * encrypted (except on this machine) and free of credentials.
 */
export function toSafeTarget(text: string | null): URL | null {
  // Browsers would resolve relative forms, `//host` and backslashes; all of them are refused.
  if (!text || text.length > targetCharactersMax || !/^https?:\/\/[^\s\\/]/i.test(text)) return null
  if (/[\s\\\p{Cc}]/u.test(text)) return null
  const target = parseUrl(text)
  if (target === null || target.username !== '' || target.password !== '') return null
  if (/^[^/]*\/\/[^/?#]*@/.test(text)) return null
  const isLoopback = loopback.includes(target.hostname)
  if (target.protocol === 'https:' || (target.protocol === 'http:' && isLoopback)) return target
  return null
}
