/**
 * The id of a request, `x-request-id`: the client's own, where it is one plain word, or else a new one.
 * Every answer carries it, and every problem names it, so that people can say which request they mean.
 */
import type { IncomingMessage } from 'node:http'
import { newId } from '../../shared/ids.ts'

export const requestIdHeader = 'x-request-id'
/** Two headers come joined by a comma, which is none of these. */
const plainWord = /^[\w.:\-+/=@]{1,128}$/

export const newRequestId = (): string => newId(new Date())

export function toRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const { [requestIdHeader]: given } = headers
  return typeof given === 'string' && plainWord.test(given) ? given : newRequestId()
}
