/** Makes payments of one shop in a closed loop, signed as a client signs them, and says when each was answered. */
import { hourMs } from '../../machines/durations.ts'
import { type Measurement, runClosedLoop } from '../closed-loop.ts'
import { HttpConnection, toWire } from '../http/http-connection.ts'
import type { Shop } from '../http/open-shop.ts'
import { serveProgram } from '../programs.ts'

export type PaymentsRequest = { concurrency: number; windowMs: number }
/** `answeredAt`: the moment of the machine in milliseconds, by the id of the payment. */
export type Payments = Measurement & { answeredAt: Record<string, number> }

serveProgram<{ url: string; shop: Shop }>(async ({ url, shop }) => {
  const connections: HttpConnection[] = []
  return {
    async answer({ concurrency, windowMs }: PaymentsRequest): Promise<Payments> {
      while (connections.length < concurrency) connections.push(await HttpConnection.open(url))
      const answeredAt: Record<string, number> = {}
      const step = async (slot: number) => {
        const { status, body } = await connections[slot]!.ask(newPayment(shop))
        if (status !== 201) throw new Error(`the payment was answered ${status}: ${body}`)
        answeredAt[JSON.parse(body).payment.id] = performance.timeOrigin + performance.now()
      }
      return { ...(await runClosedLoop(step, { concurrency, warmupMs: 0, windowMs })), answeredAt }
    },
    async close() {
      for (const connection of connections) connection.close()
    },
  }
})

const newPayment = ({ name, secret, asset }: Shop): string =>
  toWire({
    method: 'POST',
    path: '/integration/payments',
    headers: {
      authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
      'idempotency-key': crypto.randomUUID(),
    },
    body: {
      amount: { value: '10', currency: asset },
      expiresAt: new Date(Date.now() + hourMs).toISOString(),
    },
  })
