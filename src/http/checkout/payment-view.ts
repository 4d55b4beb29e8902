/** A payment as its payer sees it: on the page, on request, and in every live event. */
import type { Address, Hex } from 'viem'
import { toPlainLine } from '../../../web/input/item-name.ts'
import type { PaymentView, Transfer } from '../../../web/checkout/payment-view.ts'
import type { DeployedChain } from '../../shared/chain-directory.ts'
import { missingOf, moneyOf, toPaymentResource } from '../../core/resources/payment.ts'
import { standingIn } from '../../core/resources/payment-state.ts'
import { publicRpcUrlOf } from '../chain-view.ts'
import type { PaymentReading } from './payment-reading.ts'
import { countConfirmations } from '../../core/resources/deposit.ts'

/** `now` is business time, by which the page counts down. */
export function toPaymentView(reading: PaymentReading, now: Date): PaymentView {
  const { actor, chain, input, profile, returnHosts } = reading
  const { name: merchantName, ...shop } = profile
  const payment = toPaymentResource(actor)
  const due = missingOf(actor)
  return {
    id: payment.id,
    status: payment.status,
    phase: standingIn(actor),
    reason: payment.reason,
    exception: payment.exception,
    merchantName,
    shop,
    returnHosts,
    description: toPlainLine(payment.description),
    amount: payment.amount,
    paidAmount: payment.paidAmount,
    seenAmount: payment.seenAmount,
    dueAmount: moneyOf(input, due),
    excessAmount: payment.excessAmount,
    refundedAmount: payment.refundedAmount,
    dueBaseUnits: String(due),
    asset: assetOf(reading),
    blockchain: blockchainOf(chain),
    depositAddress: input.depositAddress as Address,
    derivation: {
      factory: chain.depositFactory,
      implementation: chain.depositImplementation,
      receiver: input.receiver as Address,
      salt: input.depositSalt as Hex,
    },
    createdAt: payment.createdAt,
    expiresAt: payment.expiresAt,
    now: now.toISOString(),
    transfers: transfersOf(reading),
    otherTokens: payment.otherTokens.map((other) => ({ ...other, symbol: symbolOf(chain, other) })),
  }
}

export const isConfirming = ({ chain, head, deposits }: PaymentReading): boolean =>
  deposits.some(({ blockNumber }) => countConfirmations(blockNumber, head) < chain.confirmations)

/** The token's code, decimals and address are the payment's own; the chains file only names it. */
function assetOf({ chain, input }: PaymentReading): PaymentView['asset'] {
  const named = chain.assets.find(({ code }) => code === input.asset)
  return {
    code: input.asset,
    symbol: named?.symbol ?? input.asset,
    name: named?.name ?? input.asset,
    decimals: input.decimals,
    address: input.token as Address,
  }
}

const symbolOf = ({ assets }: DeployedChain, { asset }: { asset: string | null }): string | null =>
  assets.find(({ code }) => code === asset)?.symbol ?? null

function blockchainOf(chain: DeployedChain): PaymentView['blockchain'] {
  return {
    name: chain.name,
    chainId: chain.chainId,
    nativeSymbol: chain.nativeSymbol,
    explorerUrl: chain.explorerUrl,
    confirmations: chain.confirmations,
    publicRpcUrl: publicRpcUrlOf(chain),
  }
}

/** Confirmations are counted up to the number needed: past that nobody waits for them. */
function transfersOf({ deposits, head, chain, input }: PaymentReading): Transfer[] {
  return deposits.map(({ transactionHash, logIndex, amount, blockNumber, isLate, minedAt }) => ({
    transactionHash,
    logIndex,
    amount: moneyOf(input, amount),
    confirmations: Math.min(chain.confirmations, countConfirmations(blockNumber, head)),
    isLate,
    minedAt: minedAt.toISOString(),
  }))
}
