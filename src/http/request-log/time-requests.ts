/** Times all requests for `/metrics`, by the class of their status. */
import type { FastifyInstance } from 'fastify'
import { httpRequestSeconds } from '../../shared/metrics/counted.ts'

export function timeRequests(server: FastifyInstance): void {
  server.addHook('onResponse', async (_, { statusCode, elapsedTime }) => {
    const status = `${Math.floor(statusCode / 100)}xx`
    httpRequestSeconds.observe({ status }, elapsedTime / 1_000)
  })
}
