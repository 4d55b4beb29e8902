/** Bounds the request target, which Node alone would take as long as all headers together. */
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../shared/problems.ts'
import { customerIdLengthMax } from '../schemas/fields.ts'

const targetBytesMax = 16 * 1024
/** Limits a decoded part between two slashes; the longest is a customer's name. */
export const pathPartLengthMax = customerIdLengthMax
/** Pages for payers: a shop writes a name of any script into their address, percent-encoded. */
const longTargets = '/checkout/'

/** Answers 414 before anything of the request is counted, read or decoded. */
export function refuseLongTargets(server: FastifyInstance): void {
  server.addHook('onRequest', async ({ raw: { url = '' } }) => {
    if (url.length <= targetBytesMax || url.startsWith(longTargets)) return
    throw new Problem(
      'UriTooLong',
      `The address has ${url.length} bytes; the service takes ${targetBytesMax}.`,
    )
  })
}
