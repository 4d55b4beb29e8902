/** A subscription's terms and readings, for the tests of what the pages compute. */
import type { Address } from 'viem'
import { daySeconds } from '../../../machines/durations.ts'
import {
  subscriptionFactoryAddress,
  subscriptionImplementationAddress,
} from '../../../src/chain/abi/subscription-factory.ts'
import type { ContractReading } from '../../../web/subscription/contract-reading.ts'
import { deriveContractAddress } from '../../../web/subscription/contract-address.ts'
import { type SubscriptionTerms } from '../../../web/subscription/terms.ts'

export const chainId = 31_337
export const factory: Address = subscriptionFactoryAddress
export const implementation: Address = subscriptionImplementationAddress

/** 3 May 2026, 10:11:12 UTC. */
export const start = 1_777_803_072
/** The first charge's moment, if it is made on its day. */
export const monthLater = start + 31 * daySeconds

/** 10 tokens of six decimals every 31 days, 24 times. */
export const terms: SubscriptionTerms = {
  id: `0x${'1a'.repeat(16)}${'00'.repeat(16)}`,
  token: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  merchant: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  payer: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  operator: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  amount: '10000000',
  start,
  periodDays: 31,
  maxPeriods: 24,
  graceDays: 3,
  activateUntil: start + 37 * daySeconds,
}

export const contractAddress = deriveContractAddress({ terms, factory, chainId })

/** One day after the first charge, with 230 tokens allowed and 50 in the wallet. */
export const running: ContractReading = {
  blockTime: start + daySeconds,
  isDeployed: true,
  nextDue: monthLater,
  secondsLeft: 30 * daySeconds,
  charged: 1,
  frozenBy: null,
  isCancelled: false,
  allowance: 230_000_000n,
  balance: 50_000_000n,
}
