/**
 * Asks for one kind of call in a closed loop, in a process of its own. Slots take turns among the shops, because each
 * merchant has a limit of requests in a second. Every answer must be the one that is wanted.
 */
import { createHmac } from 'node:crypto'
import pg from 'pg'
import { hourMs } from '../../machines/durations.ts'
import { type Load, type Measurement, runClosedLoop, type Step } from '../closed-loop.ts'
import { serveProgram } from '../programs.ts'
import { HttpConnection, toWire } from './http-connection.ts'
import type { Shop } from './open-shop.ts'
import type { Opened } from './service.program.ts'

export type Call =
  | 'health'
  | 'insert'
  | 'getSubscription'
  | 'getPayment'
  | 'createPayment'
  /** Signed, and all of one merchant. */
  | 'createSigned'
  /** The same of a bare server with as many rows. */
  | 'createBare'
  | 'createSubscription'
export type CallRequest = { call: Call; load: Load }
export type Called = Measurement & { answered: number }
export type CallSettings = Opened & { databaseUrl: string; bareUrl: string }

const connectionsMax = 32
const readOfEachShop = 16

serveProgram<CallSettings>(async ({ url, shops, databaseUrl, bareUrl }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connectionsMax })
  await pool.query('create table bare_commit (id text primary key, body text)')
  const connections = await Promise.all(
    Array.from({ length: connectionsMax }, () => HttpConnection.open(url)),
  )
  const bare = await Promise.all(
    Array.from({ length: connectionsMax }, () => HttpConnection.open(bareUrl)),
  )
  const written = await writeSome(connections[0]!, shops)
  const take = turnsOf(shops, written)

  return {
    async answer({ call, load }: CallRequest): Promise<Called> {
      let answered = 0
      const wanted = call.startsWith('create') ? 201 : 200
      const ask: Step = async (slot) => {
        const asked = call === 'createBare' ? bare : connections
        const { status, body } = await asked[slot]!.ask(take(call, slot))
        if (status !== wanted) throw new Error(`${call} was answered ${status}: ${body}`)
      }
      const act = call === 'insert' ? insertInto(pool) : ask
      const counted: Step = (slot) => act(slot).then(() => void answered++)
      return { ...(await runClosedLoop(counted, load)), answered }
    },
    async close() {
      for (const connection of [...connections, ...bare]) connection.close()
      await pool.end()
    },
  }
})

/** Measures what a commit costs that does nothing else: a row of about the size of a small actor. */
function insertInto(pool: pg.Pool): Step {
  const body = 'x'.repeat(1_000)
  return async () => {
    const values = [crypto.randomUUID(), body]
    await pool.query({ name: 'bare', text: 'insert into bare_commit values ($1, $2)', values })
  }
}

type Written = { subscriptions: string[]; payments: string[] }

/** Makes what is read afterwards, for each shop. */
async function writeSome(connection: HttpConnection, shops: Shop[]): Promise<Written[]> {
  const all: Written[] = []
  for (const shop of shops) {
    const written: Written = { subscriptions: [], payments: [] }
    for (let i = 0; i < readOfEachShop; i++) {
      const [subscription, payment] = [
        await connection.ask(newSubscription(shop)),
        await connection.ask(newPayment(shop)),
      ]
      written.subscriptions.push(JSON.parse(subscription.body).contractAddress)
      written.payments.push(JSON.parse(payment.body).payment.id)
    }
    all.push(written)
  }
  return all
}

/** Makes the requests of the slots: each goes through the shops, and through what they have. */
function turnsOf(shops: Shop[], written: Written[]): (call: Call, slot: number) => string {
  const turns = new Uint32Array(connectionsMax)
  return (call, slot) => {
    const turn = turns[slot]!++
    const index = (slot + turn) % shops.length
    const [shop, { subscriptions, payments }] = [shops[index]!, written[index]!]
    const one = turn % readOfEachShop
    switch (call) {
      case 'getSubscription':
        return get(shop, `/integration/subscriptions/${subscriptions[one]}`)
      case 'getPayment':
        return get(shop, `/integration/payments/${payments[one]}`)
      case 'createPayment':
        return newPayment(shop)
      case 'createSigned':
      case 'createBare':
        return newSignedPayment(shops[0]!)
      case 'createSubscription':
        return newSubscription(shop)
      case 'health':
        return toWire({ method: 'GET', path: '/health' })
      case 'insert':
        throw new Error('this is not asked of the service')
    }
  }
}

const credentials = ({ name, secret }: Shop) => ({
  authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
})

const get = (shop: Shop, path: string): string =>
  toWire({ method: 'GET', path, headers: credentials(shop) })

/** With an Idempotency-Key, as our clients send it. */
const post = (shop: Shop, path: string, body: unknown): string =>
  toWire({
    method: 'POST',
    path,
    body,
    headers: { ...credentials(shop), 'idempotency-key': crypto.randomUUID() },
  })

const paymentPath = '/integration/payments'
const paymentOf = ({ asset }: Shop) => ({
  amount: { value: '10', currency: asset },
  expiresAt: new Date(Date.now() + hourMs).toISOString(),
})

const newPayment = (shop: Shop): string => post(shop, paymentPath, paymentOf(shop))

let lastMs = 0

/** Signed as our clients sign, which takes a moment of its own for each. */
function newSignedPayment(shop: Shop): string {
  const body = paymentOf(shop)
  lastMs = Math.max(Date.now(), lastMs + 1)
  const signature = createHmac('sha256', shop.secret)
    .update(`${lastMs}POST${paymentPath}${JSON.stringify(body)}`)
    .digest('hex')
  const headers = {
    'x-api-key': shop.name,
    'x-api-ts': String(lastMs),
    'x-api-sig': signature,
    'idempotency-key': crypto.randomUUID(),
  }
  return toWire({ method: 'POST', path: paymentPath, headers, body })
}

const newSubscription = (shop: Shop): string =>
  post(shop, '/integration/subscriptions', {
    planId: shop.planId,
    customerId: `customer-${crypto.randomUUID()}`,
    payer: '0x00000000000000000000000000000000000000ab',
    startFrom: new Date().toISOString(),
  })
