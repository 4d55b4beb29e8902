/**
 * The tokens in the links with which somebody declines one kind of mail. Each says for whom and which
 * kind, under a code that only the master key makes; it opens nothing else, and never expires.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../shared/secrets/secrets.ts'
import { isOptional, type MailKind, mailKinds, type OptionalMailKind } from './mail-kinds.ts'

type Unsubscribing = { accountId: string; kind: OptionalMailKind }

export function makeUnsubscribeToken(secrets: Secrets, { accountId, kind }: Unsubscribing): string {
  return `${accountId}.${kind}.${codeOf(secrets, accountId, kind)}`
}

/** Reads a token; null where it is not one of ours. */
export function readUnsubscribeToken(secrets: Secrets, token: string): Unsubscribing | null {
  const [accountId = '', text = '', code = ''] = token.split('.')
  const kind = mailKinds.find((known): known is MailKind => known === text)
  if (!kind || !isOptional(kind)) return null
  const [given, right] = [code, codeOf(secrets, accountId, kind)].map((one) => Buffer.from(one))
  return given!.length === right!.length && timingSafeEqual(given!, right!)
    ? { accountId, kind }
    : null
}

const codeOf = (secrets: Secrets, accountId: string, kind: string): string =>
  createHmac('sha256', secrets.derive('unsubscribe links'))
    .update(`${accountId}.${kind}`)
    .digest('base64url')
