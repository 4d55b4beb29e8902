/** A merchant with one of everything that an address of the dashboard can name, on the test network. */
import { randomBytes } from 'node:crypto'
import { customerActorId } from '../../src/shared/customer-actor-id.ts'
import { newId } from '../../src/shared/ids.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { type ActorKind, actorKinds } from '../../src/shared/stored-actor.ts'
import { logEvents } from '../../src/store/event-log/event-log.ts'
import { logRequests } from '../../src/store/request-log/write.ts'
import { pluralOf } from '../../src/http/unknown-id.ts'
import { createDelivery, createSubscription, tellActor } from './actors.ts'
import { anAddress, createCharge, createPermit } from './charges.ts'
import { createPayment } from './payments.ts'
import { type Dashboard, newColleague, newMerchant } from './service.ts'

/** Every text of the merchant contains this, and nothing of anybody else. */
export const mark = 'seen-by-alice-alone'

const business = {
  registrationNumber: '12345',
  country: 'SE',
  website: 'https://alice.example',
  contactEmail: 'legal@alice.example',
}

type Made = { dashboard: Dashboard; owner: Owner; createdAt: string }

/** Makes the merchant, and returns it with the ids of what it has, by the part of the address that names them. */
export async function createOneOfEverything(dashboard: Dashboard) {
  const alice = await newMerchant(dashboard, mark)
  const owner: Owner = { merchantId: alice.merchantId, network: 'TestNet' }
  await newColleague(dashboard, alice.merchantId, 'Reader')
  const plan = { name: mark, asset: 'tUSDC', amount: '1', periodDays: 31 }
  const plans = (await alice.call('POST', '/test/plans', plan)).body.id as string
  await alice.call('PUT', '/test/webhook-endpoint', { url: `http://127.0.0.1:9/${mark}` })
  const key = await alice.call('POST', '/test/api-keys', { label: mark })
  await alice.call('POST', '/test/verification', { ...business, legalName: mark })
  const made = { dashboard, owner, createdAt: dashboard.clock.now().toISOString() }
  const actors = await createActors(made, plans)
  await logEvents(dashboard.database, [owner], 100)
  const { events } = (await alice.call('GET', '/test/events')).body
  const { members } = (await alice.call('GET', '/test/members')).body
  const ids: Record<string, string> = {
    ...actors,
    events: events[0].eventId,
    'api-keys': key.body.name,
    members: members[0].id,
    requests: await logRequest(made),
    assets: 'tUSDC',
  }
  return { alice, owner, ids }
}

/** Makes the address of one of them, such as `/plans/1CyteJ2RtWVYKbqgxwHDcG/turns/1`; throws where there is none. */
export function addressOf(ids: Record<string, string>, path: string): string {
  const [, noun] = path.split('/')
  const id = ids[noun!]
  if (!id) throw new Error(`one-of-everything.ts makes nothing for ${path}`)
  return path.replace(/\{(?:seq|sessionId)\}/, '1').replace(/\{\w+\}/, encodeURIComponent(id))
}

/** One of each kind; throws where a kind has no line here. */
async function createActors(made: Made, plan: string): Promise<Record<string, string>> {
  const { dashboard, owner } = made
  const payer = anAddress()
  const subscription = await createSubscription(dashboard, owner, { customerId: mark, payer })
  const ids: Record<ActorKind, string> = {
    plan,
    // A merchant has one, which bears the merchant's id.
    verification: owner.merchantId,
    subscription,
    charge: await createCharge(dashboard, owner),
    payment: (await createPayment(dashboard, owner)).id,
    delivery: await createDelivery(dashboard, owner, {
      eventId: newId(dashboard.clock.now()),
      sequence: 1,
    }),
    permit: await createPermit(dashboard, owner),
    ...(await createOthers(made)),
  }
  const named = actorKinds.map((kind) => [pluralOf(kind), ids[kind]])
  return { ...Object.fromEntries(named), payers: payer }
}

async function createOthers({ dashboard, owner, createdAt }: Made) {
  const tell = async (kind: ActorKind, id: string, input: object): Promise<string> => {
    const told = { id, ...owner, ...input }
    await tellActor(dashboard, { kind, id, owner }, { type: `${kind}.create`, input: told })
    return id
  }
  const now = dashboard.clock.now()
  const measure = { balance: '1', chargesLeft: 0, daysLeft: null }
  const gas = { createdAt, blockchain: 'LocalTestNet', nativeSymbol: 'ETH', ...measure }
  const to = {
    createdAt,
    endpointId: newId(now),
    apiKey: mark,
    lane: mark,
    httpStatus: 500,
    error: mark,
  }
  const transaction = {
    blockchain: 'LocalTestNet',
    wallet: anAddress(),
    purpose: 'charge',
    to: anAddress(),
    data: '0x',
    gasLimit: '1',
    items: [{ kind: 'charge', id: newId(now), contractAddress: anAddress() }],
  }
  await tell('customer', customerActorId(owner, mark), { createdAt, customerId: mark })
  return {
    customer: mark,
    destination: await tell('destination', newId(now), to),
    gasWallet: await tell('gasWallet', anAddress(), gas),
    transaction: await tell('transaction', newId(now), transaction),
  }
}

async function logRequest({ dashboard, owner }: Made): Promise<string> {
  const id = newId(dashboard.clock.now())
  const answered = { status: 404, durationMs: 1, problemCode: null, isReplayed: false }
  const asked = {
    operationId: 'listPayments',
    method: 'GET',
    path: `/${mark}`,
    keyName: mark,
    account: null,
  }
  await logRequests(dashboard.database, [
    {
      id,
      ...owner,
      requestId: randomBytes(8).toString('hex'),
      ...asked,
      ...answered,
      address: '10.0.0.1',
      userAgent: mark,
      createdAt: dashboard.clock.realNow(),
    },
  ])
  return id
}
