/**
 * What payers follow: the view of a payment, at once and whenever it changes. Anybody who knows its id may. While transfers
 * confirm, the heads of the chains are read once a second, for all payments together.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorText } from '../../shared/errors.ts'
import { every } from '../../shared/time.ts'
import { findHead } from '../../store/views/deposits.ts'
import type { Cells, RouteDependencies } from '../cells/cells.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { type Feed, LiveStreams } from '../live/live-streams.ts'
import { type Source, Topics } from '../live/topics.ts'
import { type PaymentReading, readPayment, requirePaymentId } from './payment-reading.ts'
import { isConfirming, toPaymentView } from './payment-view.ts'

/** A page counts confirmations this often. */
export const headIntervalMs = 1_000
/** The watcher needs no more than a moment to begin. */
const hintTimeoutMs = 5_000

type PaymentRequest = FastifyRequest<{ Params: { paymentId: string } }>

export function registerLiveRoutes(server: FastifyInstance, dependencies: RouteDependencies): void {
  const livePayments = new LiveStreams(dependencies, paymentFeed(dependencies.cells))
  server.addHook('preClose', async () => livePayments.close())
  server.get(
    '/:paymentId/events',
    { exposeHeadRoute: false },
    async (request: PaymentRequest, reply) => {
      dependencies.limiter.countPublic(request)
      const { paymentId } = request.params
      requirePaymentId(paymentId)
      await livePayments.open(reply, paymentId)
    },
  )
}

function paymentFeed(cells: Cells): Feed<string> {
  const followed = new Map(cells.all.map((cell) => [cell, followPayments(cell)]))
  return {
    askInstead: '/payment',
    placeOf: (paymentId) => `payment ${paymentId}`,
    async follow(paymentId, stream) {
      const cell = await cells.of({ by: 'payment', value: paymentId })
      const { payments } = followed.get(cell)!
      await payments.follow(paymentId, sourceOf(paymentId, cell), stream)
    },
    close() {
      for (const { stop } of followed.values()) stop()
    },
  }
}

function sourceOf(id: string, cell: HttpDependencies): Source<PaymentReading> {
  const { bus, clock } = cell
  let isHinted = false
  return {
    read: async () => {
      const reading = await readPayment(cell, id)
      // Has the address looked at sooner, for which nobody waits: the native coin comes without a log.
      const hint = { blockchain: reading.chain.name, paymentId: id }
      if (!isHinted) void bus.requestChain('hint', hint, hintTimeoutMs).catch(() => undefined)
      isHinted = true
      return reading
    },
    show: (reading) => {
      const view = toPaymentView(reading, clock.now())
      return { json: JSON.stringify(view), timeless: JSON.stringify({ ...view, now: '' }) }
    },
    onMoved: (refresh) => bus.onChanged('payment', id, refresh),
  }
}

/** Keeps the payments of one cell that are followed, and has their confirmations counted as blocks come. */
function followPayments(cell: HttpDependencies) {
  const payments = new Topics<PaymentReading>(cell, 'payment')
  const confirming = () =>
    payments.all.flatMap((topic) => {
      const { reading } = topic
      return reading && isConfirming(reading) ? [{ topic, reading }] : []
    })
  let isAskingHeads = false
  /** Reads no more than once a second, however many payments wait for the same block. */
  const askHeads = async () => {
    if (isAskingHeads) return
    isAskingHeads = true
    try {
      for (const chain of new Set(confirming().map(({ reading }) => reading.chain.name))) {
        const head = (await findHead(cell.database, chain)) ?? 0
        for (const { topic, reading } of confirming())
          if (reading.chain.name === chain && reading.head < head) topic.take({ ...reading, head })
      }
    } catch (error) {
      cell.log.warn(
        { error: errorText(error) },
        'the heads of the chains were not read for followed payments; trying again in a second',
      )
    } finally {
      isAskingHeads = false
    }
  }
  const timer = every(headIntervalMs, () => void askHeads())
  return { payments, stop: () => timer.cancel() }
}
