/** From a request to what a payment commits to: the amount, the end, the deposit address. */
import { maxUint128 } from 'viem'
import { dayMs, minuteMs } from '../../../machines/durations.ts'
import type { PaymentInput } from '../../../machines/payment/payment.events.ts'
import type { AssetOnChain } from '../../shared/chain-directory.ts'
import { hashPaymentId, predictDepositAddress } from '../../shared/addresses/deposit-address.ts'
import { formatAmount, parseAmount, toBaseUnits } from '../../shared/money.ts'
import type { Clock } from '../../shared/clock.ts'
import { depositSaltOf } from '../../shared/secrets/deposit-salt.ts'
import { badRequest, type FieldFault } from '../../shared/problems.ts'
import { describeNow } from '../now-words.ts'
import type { OwnersCall } from '../routing/route.ts'
import type { MoneyField } from '../schemas/fields.ts'
import type { PaymentSetup } from './merchant-readiness.ts'

export const minutesAheadMin = 1
export const daysAheadMax = 365

const wordsShownMax = 80

export type PaymentRequest = {
  amount: MoneyField
  expiresAt: Date
  description?: string | null | undefined
  metadata?: unknown
}
/** The token asked for and how much of it, in base units. */
export type Price = AssetOnChain & { baseUnits: bigint }

/** Reads amount and end of a wanted payment; throws a `BadRequest` that names both faults. */
export function requirePrice(
  { dependencies, caller, seed }: OwnersCall,
  wanted: PaymentRequest,
): Price {
  const { amount, expiresAt } = wanted
  const found = dependencies.directory.asset(amount.currency, caller.owner.network)
  const parsed = found && parseAmount(amount.value, found.asset.decimals)
  const [first, ...others] = [
    ...(found ? [] : [unknownAsset(dependencies, caller, amount.currency)]),
    ...(parsed && !parsed.ok ? [{ path: 'amount.value', message: parsed.message }] : []),
    ...(parsed?.ok && parsed.baseUnits > maxUint128 ? [tooMuch(amount, found!)] : []),
    ...(parsed?.ok ? faultsOfLittle(parsed.baseUnits, amount, found!) : []),
    ...faultsOfEnd(expiresAt, seed.at, dependencies.clock),
  ]
  if (first) throw badRequest([first, ...others])
  if (!found || !parsed?.ok) throw new Error('a fault was not named')
  return { ...found, baseUnits: parsed.baseUnits }
}

function unknownAsset(
  { directory }: OwnersCall['dependencies'],
  { owner }: OwnersCall['caller'],
  code: string,
): FieldFault {
  const known = directory
    .ofNetwork(owner.network)
    .flatMap(({ assets }) => assets.map((asset) => asset.code))
  const shown = code.slice(0, wordsShownMax)
  return {
    path: 'amount.currency',
    message:
      known.length > 0
        ? `'${shown}' is no asset of the ${owner.network}; use ${known.join(' or ')}`
        : `'${shown}' is no asset of the ${owner.network}: this service has no chain of that network`,
  }
}

/** Sums of several payments' worth must still fit into what tokens count with, 256 bits. */
function tooMuch({ value, currency }: MoneyField, { asset }: AssetOnChain): FieldFault {
  const most = formatAmount(maxUint128, asset.decimals)
  return {
    path: 'amount.value',
    message: `'${value}' is more than can be asked for, which is ${most} ${currency}`,
  }
}

/** Moving a smaller amount on costs its merchant more gas than it brings. */
function faultsOfLittle(
  baseUnits: bigint,
  { value, currency }: MoneyField,
  { asset }: AssetOnChain,
): FieldFault[] {
  if (baseUnits >= toBaseUnits(asset.minPayment, asset.decimals)) return []
  const message = `'${value}' is less than the least that can be asked for, which is ${asset.minPayment} ${currency}`
  return [{ path: 'amount.value', message }]
}

function faultsOfEnd(expiresAt: Date, now: Date, clock: Clock): FieldFault[] {
  const aheadMs = expiresAt.getTime() - now.getTime()
  if (aheadMs >= minutesAheadMin * minuteMs && aheadMs <= daysAheadMax * dayMs) return []
  const message =
    `must be at least ${minutesAheadMin} minute and at most ${daysAheadMax} days after now: ` +
    `you sent ${expiresAt.toISOString()}, and ${describeNow(clock, now)}`
  return [{ path: 'expiresAt', message }]
}

/** Composes the new payment. Its id comes from the request's seed, and its address from that and the merchant's key. */
export function toPaymentInput(
  { seed, caller, dependencies }: OwnersCall,
  wanted: PaymentRequest,
  { baseUnits }: Price,
  { asset, chain, receiver, wrappedKey }: PaymentSetup,
): PaymentInput {
  const { expiresAt, description, metadata } = wanted
  const merchant = { id: caller.owner.merchantId, wrappedKey }
  const depositSalt = depositSaltOf(dependencies.secrets, merchant, seed.id)
  const idHash = hashPaymentId(seed.id, depositSalt)
  return {
    id: seed.id,
    ...caller.owner,
    blockchain: chain.name,
    asset: asset.code,
    decimals: asset.decimals,
    token: asset.address,
    amount: String(baseUnits),
    receiver,
    depositSalt,
    depositAddress: predictDepositAddress(chain, receiver, idHash),
    description: description ?? null,
    metadata: metadata === undefined || metadata === null ? null : JSON.stringify(metadata),
    checkoutUrl: `${dependencies.settings.checkoutUrl}/${seed.id}`,
    expiresAt: expiresAt.toISOString(),
    createdAt: seed.at.toISOString(),
  }
}
