/** The scene of a charge: 12 USDC of the second period, with three days of grace. */
import { ChargeInput } from '../../../../../machines/charge/charge.events.ts'
import type { MessageEvent } from '../../../../shared/message.ts'
import {
  coins,
  contract,
  daysLater,
  hash,
  ids,
  minutesMs,
  momentOf,
  type Moment,
  onChain,
  owner,
  type Scene,
} from '../scene.ts'

const input = ChargeInput.parse({
  id: ids.own,
  ...owner,
  ...onChain,
  contractAddress: contract,
  customerId: 'customer-42',
  metadata: null,
  amount: coins(12),
  number: 2,
  period: 2,
  dueAt: daysLater(0),
  graceUntil: daysLater(3),
  isInitial: false,
  settlement: null,
  createdAt: daysLater(0),
})

const eventsAt = ({ now, path }: Moment<'charge'>): MessageEvent[] => {
  if (path.endsWith('InFlight'))
    return [
      { type: 'charge.confirm', transactionHash: hash, chargedAt: momentOf(now) },
      { type: 'charge.attemptFailed', reason: 'InsufficientBalance' },
    ]
  return [
    { type: 'charge.submitted', transactionId: ids.transaction },
    { type: 'charge.attemptFailed', reason: 'InsufficientBalance' },
    { type: 'charge.heldBack', reason: 'GasWalletEmpty' },
    { type: 'charge.cancel', reason: 'CancelRequested' },
  ]
}

const differencesOf = ({ context }: Moment<'charge'>) => [
  context.attempts,
  context.isCancelRequested,
]

export const chargeScenes: Scene<'charge'>[] = [
  { input, pauseMs: minutesMs, eventsAt, differencesOf },
]
