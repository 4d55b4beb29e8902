/** The payment as a stream for the open page: its view whenever it changes. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HttpDependencies } from '../dependencies.ts'
import { countedAddress } from '../requests/client-address.ts'
import type { RateLimiter } from '../routing/rate-limits.ts'
import { EventStreams, whenGone } from './event-streams.ts'
import { ListenerPlaces } from './listener-places.ts'
import { LivePayments } from './live-payments.ts'
import { requirePaymentId } from './payment-reading.ts'

type PaymentRequest = FastifyRequest<{ Params: { paymentId: string } }>

export function registerLiveRoutes(
  server: FastifyInstance,
  services: HttpDependencies,
  limiter: RateLimiter,
): void {
  const payments = new LivePayments(services)
  const places = new ListenerPlaces(services.settings.listeners)
  const streams = new EventStreams()
  server.addHook('preClose', async () => {
    streams.close()
    payments.close()
  })

  server.get(
    '/:paymentId/events',
    { exposeHeadRoute: false },
    async (request: PaymentRequest, reply) => {
      limiter.countPublic(request)
      const { paymentId } = request.params
      requirePaymentId(paymentId)
      whenGone(reply, places.take(paymentId, countedAddress(request)))
      const stream = streams.prepare(reply)
      const { started, leave } = payments.follow(paymentId, (view) => stream.send('payment', view))
      whenGone(reply, leave)
      await started
    },
  )
}
