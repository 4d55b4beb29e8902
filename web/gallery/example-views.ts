/** A payment in each of its states, for the gallery. */
import { minuteMs } from '../../machines/durations.ts'
import { deriveDepositAddress } from '../checkout/deposit-address.ts'
import type { PaymentView, Transfer } from '../checkout/payment-view.ts'
import { noShop } from '../parts/shop.ts'

const money = (value: string) => ({ value, currency: 'polUSDC' })
const at = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString()
const needed = 5

const origin: Omit<PaymentView, 'depositAddress'> = {
  id: '1C8PSCdvXMSYKx8P51oR5K',
  status: 'Created',
  phase: 'Created',
  reason: null,
  exception: null,
  merchantName: 'Fernweh Maps',
  shop: noShop,
  returnHosts: [],
  description: null,
  amount: money('148.5'),
  paidAmount: money('0'),
  seenAmount: money('0'),
  dueAmount: money('148.5'),
  excessAmount: money('0'),
  refundedAmount: money('0'),
  dueBaseUnits: '148500000',
  asset: {
    code: 'polUSDC',
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  },
  blockchain: {
    name: 'Polygon',
    chainId: 137,
    nativeSymbol: 'POL',
    explorerUrl: 'https://polygonscan.com',
    confirmations: needed,
    publicRpcUrl: 'https://polygon-rpc.com',
  },
  derivation: {
    factory: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    implementation: '0xa16E02E87b7454126E5E10d957A927A7F5B5d2be',
    receiver: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    salt: '0x5a1f0c2d3e4b5968778695a4b3c2d1e0',
  },
  createdAt: at(-30),
  expiresAt: at(90),
  now: at(0),
  transfers: [],
  otherTokens: [],
}

const waiting: PaymentView = { ...origin, depositAddress: deriveDepositAddress(origin) }

const transfer = (value: string, confirmations: number, isLate = false): Transfer => ({
  transactionHash: `0x${String(value.length).repeat(2)}${'9f3a7be1'.repeat(8).slice(2)}`,
  logIndex: 0,
  amount: money(value),
  confirmations,
  isLate,
  minedAt: at(-1),
})

const paid: PaymentView = {
  ...waiting,
  status: 'Succeeded',
  phase: 'Exact',
  paidAmount: money('148.5'),
  seenAmount: money('148.5'),
  dueAmount: money('0'),
  dueBaseUnits: '0',
  transfers: [transfer('148.5', needed)],
}

const partial: PaymentView = {
  ...waiting,
  status: 'InProgress',
  phase: 'Partial',
  paidAmount: money('100'),
  seenAmount: money('100'),
  dueAmount: money('48.5'),
  dueBaseUnits: '48500000',
  transfers: [transfer('100', needed)],
}

const over = { expiresAt: at(-5) }

export const exampleViews: Record<string, PaymentView> = {
  waiting,
  ending: { ...waiting, expiresAt: at(4) },
  urgent: { ...waiting, expiresAt: at(0.9) },
  partial,
  takenBack: { ...waiting, reason: 'TakenBack' },
  confirming: {
    ...paid,
    status: 'InProgress',
    phase: 'Confirming',
    paidAmount: money('0'),
    transfers: [transfer('148.5', 2)],
  },
  paid,
  overpaid: {
    ...paid,
    phase: 'Overpaid',
    exception: 'Overpaid',
    paidAmount: money('160'),
    seenAmount: money('160'),
    excessAmount: money('11.5'),
    transfers: [transfer('100', needed), transfer('60', needed)],
  },
  excessRefunded: { ...paid, phase: 'ExcessRefunded', refundedAmount: money('11.5') },
  expired: { ...waiting, ...over, status: 'Expired', phase: 'Unpaid' },
  underpaid: { ...partial, ...over, status: 'Expired', phase: 'Underpaid', exception: 'Underpaid' },
  late: {
    ...paid,
    ...over,
    status: 'Expired',
    phase: 'Late',
    exception: 'Late',
    transfers: [transfer('148.5', needed, true)],
  },
  refunded: {
    ...paid,
    ...over,
    status: 'Expired',
    phase: 'Refunded',
    refundedAmount: money('148.5'),
  },
  cancelled: { ...waiting, status: 'Failed', phase: 'Cancelled' },
  paidAfterCancel: { ...paid, status: 'Failed', phase: 'Funded', exception: 'HeldAfterCancel' },
  wrongToken: {
    ...waiting,
    exception: 'WrongToken',
    otherTokens: [
      { token: waiting.asset.address, asset: 'polUSDT', symbol: 'USDT', amount: '148.5' },
    ],
  },
  alarm: { ...waiting, depositAddress: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' },
  huge: {
    ...waiting,
    amount: money('123456789012345678901234567890.123456'),
    dueAmount: money('123456789012345678901234567890.123456'),
    dueBaseUnits: '123456789012345678901234567890123456',
    merchantName: 'Gesellschaft für außergewöhnlich lange Firmennamen mit beschränkter Haftung',
  },
}
