/** The payment as a stream for the open page: its view whenever it changes. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toCountedAddress } from '../requests/client-address.ts'
import { EventStreams, callWhenGone } from '../live/event-streams.ts'
import { ListenerPlaces } from '../live/listener-places.ts'
import { LivePayments } from './live-payments.ts'
import { requirePaymentId } from './payment-reading.ts'
import type { RouteDependencies } from '../cells/cells.ts'

type PaymentRequest = FastifyRequest<{ Params: { paymentId: string } }>

export function registerLiveRoutes(server: FastifyInstance, dependencies: RouteDependencies): void {
  const { cells } = dependencies
  const payments = new Map(cells.all.map((cell) => [cell, new LivePayments(cell)]))
  const places = new ListenerPlaces(dependencies.settings.listeners, '/payment')
  const streams = new EventStreams()
  server.addHook('preClose', async () => {
    streams.close()
    for (const ofCell of payments.values()) ofCell.close()
  })

  server.get(
    '/:paymentId/events',
    { exposeHeadRoute: false },
    async (request: PaymentRequest, reply) => {
      dependencies.limiter.countPublic(request)
      const { paymentId } = request.params
      requirePaymentId(paymentId)
      callWhenGone(reply, places.take(`payment ${paymentId}`, toCountedAddress(request)))
      const stream = streams.prepare(reply)
      const cell = await cells.of({ by: 'payment', value: paymentId })
      const { started, leave } = payments
        .get(cell)!
        .follow(paymentId, (view) => stream.send('payment', view))
      callWhenGone(reply, leave)
      await started
    },
  )
}
