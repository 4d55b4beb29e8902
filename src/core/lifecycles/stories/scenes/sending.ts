/** The scenes of what is sent: transactions and permits to the chain, deliveries to an endpoint, and its destination. */
import { attemptsForMs } from '../../../../../machines/delivery/delivery.schedule.ts'
import { DeliveryInput } from '../../../../../machines/delivery/delivery.events.ts'
import { DestinationInput } from '../../../../../machines/destination/destination.events.ts'
import { PermitInput } from '../../../../../machines/permit/permit.events.ts'
import { TransactionInput } from '../../../../../machines/transaction/transaction.events.ts'
import {
  coins,
  contract,
  daysLater,
  gasWallet,
  hash,
  hoursLater,
  ids,
  minutesMs,
  type Moment,
  onChain,
  owner,
  payer,
  receiver,
  type Scene,
  token,
} from '../scene.ts'

const { blockchain } = onChain
const item = { kind: 'charge', id: ids.own, contractAddress: contract } as const

const finalized = {
  type: 'transaction.finalized',
  success: true,
  outcomes: [{ ...item, outcome: 'done', reason: null }],
}

export const transactionScenes: Scene<'transaction'>[] = [
  {
    input: TransactionInput.parse({
      id: ids.transaction,
      ...owner,
      blockchain,
      wallet: gasWallet,
      purpose: 'charge',
      to: receiver,
      data: '0x',
      gasLimit: '120000',
      items: [item],
    }),
    pauseMs: minutesMs,
    eventsAt: ({ path }) => [
      {
        type: 'transaction.signed',
        nonce: 7,
        hash,
        maxFeePerGas: '2000000000',
        maxPriorityFeePerGas: '1000000000',
      },
      { type: 'transaction.sent', blockNumber: 21_400_000 },
      {
        type: 'transaction.mined',
        hash,
        blockHash: hash,
        blockNumber: 21_400_001,
        gasUsed: '55000',
      },
      ...(path === 'Mined' ? [finalized] : []),
      { type: 'transaction.unfunded', reason: 'GasWalletEmpty' },
      ...(path === 'Broadcast' ? [{ type: 'transaction.refused', reason: 'NonceUsed' }] : []),
    ],
    differencesOf: ({ context }) => context.hashes.length,
  },
]

export const permitScenes: Scene<'permit'>[] = [
  {
    input: PermitInput.parse({
      id: ids.own,
      ...owner,
      contractAddress: contract,
      customerId: 'customer-42',
      blockchain,
      token,
      payer,
      value: coins(144),
      deadline: hoursLater(1),
      v: 27,
      r: `0x${'1'.repeat(64)}`,
      s: `0x${'2'.repeat(64)}`,
      createdAt: daysLater(0),
    }),
    pauseMs: minutesMs,
    eventsAt: () => [
      { type: 'permit.submitted', transactionId: ids.transaction },
      { type: 'permit.confirmed' },
      { type: 'permit.superseded', reason: 'PermitNonceUsed' },
      { type: 'permit.refused', reason: 'WrongSigner' },
    ],
    differencesOf: () => null,
  },
]

const failure = { httpStatus: 503, error: 'the endpoint answered 503' }

const delivery = {
  input: DeliveryInput.parse({
    id: ids.own,
    ...owner,
    eventId: ids.other,
    eventType: 'SubscriptionCreated',
    lane: 'endpoint/subscription',
    sequence: 1,
    endpointId: ids.plan,
    apiKey: 'the live key',
    createdAt: daysLater(0),
  }),
  differencesOf: ({ context }: Moment<'delivery'>) => context.waits,
}

/** An endpoint that answers one way or another, and one that is down for longer than attempts are made. */
export const deliveryScenes: Scene<'delivery'>[] = [
  {
    ...delivery,
    pauseMs: minutesMs,
    eventsAt: () => [
      { type: 'delivery.succeeded', httpStatus: 200, durationMs: 182 },
      { type: 'delivery.attemptFailed', ...failure, durationMs: 182, jitter: 0 },
      { type: 'delivery.targetRemoved', reason: 'ApiKeyDeleted' },
    ],
  },
  { ...delivery, pauseMs: attemptsForMs, eventsAt: () => [{ type: 'delivery.expired' }] },
]

export const destinationScenes: Scene<'destination'>[] = [
  {
    input: DestinationInput.parse({
      id: ids.own,
      ...owner,
      endpointId: ids.plan,
      apiKey: 'the live key',
      createdAt: daysLater(0),
      lane: 'payment/one',
      ...failure,
    }),
    pauseMs: minutesMs,
    eventsAt: () => [
      { type: 'destination.answered' },
      { type: 'destination.attemptFailed', lane: 'payment/other', ...failure },
      { type: 'destination.removed' },
    ],
    differencesOf: ({ context }) => [context.failures, context.failingLane],
  },
]
