/**
 * Tests the payer's wallet for the next charge, by the contracts themselves and for free: what would
 * the factory answer, if it charged at the moment at which the charge is due? Where the node cannot
 * move its time, the token is asked whether it would move the amount today.
 */
import { type Hex, numberToHex, slice } from 'viem'
import type { Provider } from '../../wallet/provider.ts'
import { previewActivateCall, previewCall, transferFromCall } from '../calls.ts'
import type { ContractReading } from '../contract-reading.ts'
import type { OnChainSubscription } from '../terms.ts'
import { askContract } from './ask-contract.ts'

type ChargeObstacle =
  /** Funds and allowance are compared first, so that the payer reads which of them is short. */
  | 'allowanceTooSmall'
  | 'balanceTooSmall'
  /** The token refuses although both suffice: it is paused, or has blocked an account. */
  | 'tokenRefuses'
  | 'paused'
  | 'cancelled'
  | 'finished'
  | 'lapsed'
  | 'draftExpired'
  | 'contractRefuses'

export type ChargeTest = {
  /** Null: the charge would succeed. */
  obstacle: ChargeObstacle | null
  /** `asOfDue`: the whole charge at its moment. `transferToday`: only the token's part of it, now. */
  tested: 'asOfDue' | 'transferToday'
  /** Unix seconds for which the answer holds. */
  testedAt: number
}

type Refusal = ChargeObstacle | 'notDue' | 'transferFailed'

/** By the selectors of the contracts' errors; a test holds them equal to the ABI. */
export const refusals: Record<Hex, Refusal> = {
  '0xe469ed72': 'notDue',
  '0x39f1c8d9': 'transferFailed',
  '0xf37ffad8': 'paused',
  '0x0f470fbc': 'cancelled',
  '0x3b0b7d64': 'finished',
  '0x3d9e9bc9': 'lapsed',
  '0x256b0a37': 'draftExpired',
}
export const previewError = '0x768bd657'
const noReason: Hex = '0x00000000'

export async function testNextCharge(
  provider: Provider,
  subscription: OnChainSubscription,
  reading: ContractReading,
): Promise<ChargeTest> {
  const { blockTime } = reading
  const dueAt = Math.max(reading.nextDue, blockTime)
  const refusal = await previewAt(provider, subscription, reading, dueAt)
  // A node that cannot move its time says that it cannot, or answers for today.
  if (refusal === 'notDue' || refusal === 'unknown')
    return {
      obstacle: await testTransfer(provider, subscription, reading),
      tested: 'transferToday',
      testedAt: blockTime,
    }
  const obstacle = refusal === 'transferFailed' ? whyNoTransfer(subscription, reading) : refusal
  return { obstacle, tested: 'asOfDue', testedAt: dueAt }
}

async function previewAt(
  provider: Provider,
  { terms, contractAddress, factory }: OnChainSubscription,
  { isDeployed, blockTime }: ContractReading,
  time: number,
): Promise<Refusal | null | 'unknown'> {
  const data = isDeployed ? previewCall(contractAddress) : previewActivateCall(terms)
  const overrides = time > blockTime ? [{}, { time: numberToHex(time) }] : []
  const asked = await askContract(provider, { to: factory, data }, 'latest', ...overrides).catch(
    (error: unknown) => {
      if (overrides.length > 0) return null
      throw error
    },
  )
  const reason = asked && 'revert' in asked ? reasonIn(asked.revert) : null
  if (reason === null) return 'unknown'
  return reason === noReason ? null : (refusals[reason] ?? 'contractRefuses')
}

/** The reason for the only item of a preview; null where the bytes are none. */
function reasonIn(revert: Hex): Hex | null {
  if (!revert.startsWith(previewError) || revert.length !== previewCharacters) return null
  return slice(revert, reasonAt, reasonAt + 4)
}

/** Selector, offset, length, and then the reason, left-aligned in its word. */
const reasonAt = 4 + 32 + 32
const previewCharacters = 2 + 2 * (reasonAt + 32)

async function testTransfer(
  provider: Provider,
  subscription: OnChainSubscription,
  reading: ContractReading,
): Promise<ChargeObstacle | null> {
  const { terms, contractAddress } = subscription
  const stopped = reading.isCancelled ? 'cancelled' : reading.frozenBy ? 'paused' : null
  if (stopped) return stopped
  if (reading.charged >= terms.maxPeriods) return 'finished'
  const data = transferFromCall(terms.payer, terms.merchant, BigInt(terms.amount))
  const asked = await askContract(provider, { from: contractAddress, to: terms.token, data })
  // USDT answers nothing, others true.
  const isMoved = 'answer' in asked && (asked.answer === '0x' || BigInt(asked.answer) === 1n)
  return isMoved ? null : whyNoTransfer(subscription, reading)
}

function whyNoTransfer({ terms }: OnChainSubscription, reading: ContractReading): ChargeObstacle {
  const amount = BigInt(terms.amount)
  if (reading.allowance < amount) return 'allowanceTooSmall'
  return reading.balance < amount ? 'balanceTooSmall' : 'tokenRefuses'
}
