/** A payment as the page gets it, for the tests of the page. */
import { deriveDepositAddress } from '../../web/checkout/deposit-address.ts'
import type { PaymentView } from '../../web/checkout/payment-view.ts'
import { noShop } from '../../web/parts/shop.ts'

const money = (value: string) => ({ value, currency: 'tstUSDC' })

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
  amount: money('25'),
  paidAmount: money('0'),
  seenAmount: money('0'),
  dueAmount: money('25'),
  excessAmount: money('0'),
  refundedAmount: money('0'),
  dueBaseUnits: '25000000',
  asset: {
    code: 'tstUSDC',
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  },
  blockchain: {
    name: 'TestNet',
    chainId: 31337,
    nativeSymbol: 'ETH',
    explorerUrl: null,
    confirmations: 3,
    publicRpcUrl: 'https://rpc.example',
  },
  derivation: {
    factory: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    implementation: '0xa16E02E87b7454126E5E10d957A927A7F5B5d2be',
    receiver: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    salt: '0x5a1f0c2d3e4b5968778695a4b3c2d1e0',
  },
  createdAt: '2026-05-01T10:00:00.000Z',
  expiresAt: '2026-05-01T11:00:00.000Z',
  now: '2026-05-01T10:00:00.000Z',
  transfers: [],
  otherTokens: [],
}

export const unpaidView: PaymentView = { ...origin, depositAddress: deriveDepositAddress(origin) }

export const transferOf = (transactionHash: string) => ({
  transactionHash,
  logIndex: 0,
  amount: money('25'),
  confirmations: 1,
  isLate: false,
  minedAt: '2026-05-01T10:10:00.000Z',
})
