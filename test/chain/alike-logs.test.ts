/** Which log of a transaction that was mined again tells the same as the one that was credited. */
import { type Abi, type Address, encodeAbiParameters, encodeEventTopics, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { demoTokenAbi } from '../../src/chain/abi/demo-token.ts'
import { depositFactoryAbi } from '../../src/chain/abi/deposit-factory.ts'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import type { ConnectedChain } from '../../src/chain/clients.ts'
import type { RawLog } from '../../src/chain/logs/log-filter.ts'
import { readAlike } from '../../src/reader/agreement/evidence.ts'

const addressOf = (digit: string): Address => `0x${digit.repeat(40)}`
const [factory, depositFactory, token, about, another] = ['1', '2', '3', '4', '5'].map(
  addressOf,
) as [Address, Address, Address, Address, Address]
const chain = { factory, depositFactory, assets: [{ address: token, loggedBy: [] }] }

type Inputs = { name: string; type: string; indexed: boolean }[]

/** Logs an event with these arguments. */
function logOf(
  address: Address,
  abi: Abi,
  eventName: string,
  args: Record<string, unknown>,
): RawLog {
  const found = abi.find((item) => item.type === 'event' && item.name === eventName)
  const inputs = (found as unknown as { inputs: Inputs }).inputs.filter(({ indexed }) => !indexed)
  const place = { blockNumber: 1, blockHash: '0x01', logIndex: 0, transactionHash: '0x02' } as const
  return {
    address,
    topics: encodeEventTopics({ abi, eventName, args } as never) as [Hex, ...Hex[]],
    data: encodeAbiParameters(
      inputs,
      inputs.map(({ name }) => args[name]),
    ),
    ...place,
  }
}

const subscription = about
const ofFactory = (eventName: string, args: Record<string, unknown>) =>
  logOf(factory, subscriptionFactoryAbi, eventName, { subscription, ...args })
const charged = ofFactory('Charged', { period: 2, nextDue: 9 })
const frozen = ofFactory('Frozen', { by: another, operatorUntil: 0 })
const unfrozen = ofFactory('Unfrozen', { nextDue: 9 })
const cancelled = ofFactory('Cancelled', { by: another })
const chargeFailed = ofFactory('ChargeFailed', { reason: '0x00000000' })
const transferOf = (args: object, by = token) =>
  logOf(by, demoTokenAbi, 'Transfer', { from: another, to: about, value: 5n, ...args })
const sweptOf = (args: object, by = depositFactory) =>
  logOf(by, depositFactoryAbi, 'Swept', {
    deposit: about,
    token,
    receiver: another,
    amount: 5n,
    ...args,
  })
const sweepFailed = logOf(depositFactory, depositFactoryAbi, 'SweepFailed', {
  deposit: about,
  token,
  reason: '0x00000000',
})

const ofContracts = { kind: 'subscription', address: about, token: null } as const
const ofDeposits = { kind: 'payment', address: about, token } as const

test.each([
  ['a charge', { ...ofContracts, event: 'Charged' }, charged, [frozen, unfrozen, chargeFailed]],
  ['a pause', { ...ofContracts, event: 'Frozen' }, frozen, [charged, unfrozen, cancelled]],
  ['the end of a pause', { ...ofContracts, event: 'Unfrozen' }, unfrozen, [charged, frozen]],
  ['a cancellation', { ...ofContracts, event: 'Cancelled' }, cancelled, [frozen, chargeFailed]],
  [
    'a transfer',
    { ...ofDeposits, event: 'Transfer' },
    transferOf({ value: 7n }),
    [transferOf({ value: 0n }), transferOf({}, another), transferOf({ from: about, to: another })],
  ],
  [
    'a sweep',
    { ...ofDeposits, event: 'Swept' },
    sweptOf({ amount: 7n }),
    [sweptOf({ token: another }), sweptOf({}, another), sweptOf({ deposit: another }), sweepFailed],
  ],
] as const)(
  '%s is told again only by its own kind, of the same contract or address',
  (_, wanted, alike, others) => {
    const isAlike = (log: RawLog) =>
      readAlike(chain as unknown as ConnectedChain, log, wanted) !== null
    expect(isAlike(alike)).toBe(true)
    expect(others.map(isAlike)).toEqual(others.map(() => false))
    expect(isAlike({ ...alike, topics: [alike.topics[0]] })).toBe(false)
  },
)
