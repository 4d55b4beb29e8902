/** Times all requests for `/metrics`, by the class of their status. */
import type { FastifyInstance } from 'fastify'
import { httpRequestSeconds } from '../../shared/metrics/counted.ts'

/** A proxy asks these more often than a small shop has customers: whatever fails would be few of all requests. */
const probes: readonly (string | undefined)[] = ['/health', '/ready']

/** Times them from the first byte to the last; those of probes are no requests of anybody. */
export function timeRequests(server: FastifyInstance): void {
  server.addHook('onResponse', async ({ routeOptions }, { statusCode, elapsedTime }) => {
    if (probes.includes(routeOptions.url)) return
    const status = `${Math.floor(statusCode / 100)}xx`
    httpRequestSeconds.observe({ status }, elapsedTime / 1_000)
  })
}
