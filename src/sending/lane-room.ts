/** Limits what a wallet may have under way at once, and shares it among the requests of its lane. */
import type { ConnectedChain } from '../chain/clients.ts'
import {
  activationsMax,
  chargesMax,
  gasLimitOfActivations,
  gasLimitOfCharges,
  gasLimitOfControl,
  gasLimitOfPermit,
  gasLimitOfSweeps,
  sweepsMax,
} from '../chain/gas/gas-limits.ts'
import type { InFlight } from '../chain/rows/transactions.ts'
import type { Room } from '../store/engine/chain-queue.ts'

/**
 * Nodes guarantee 16 places in their pools for each account. A lane claims no more requests than find room beside what is
 * in flight: 10,000 due charges were each claimed and put back 390 times without this, and with four places they drained
 * at 30 a second while the chain idled.
 */
const placesMax = 16
/** All that a wallet has in flight asks for at most as much gas as this many of the largest transactions. */
const largestTransactionsMax = 8n
/** So many times as much may be in flight with what one node says is mined, which may be wrong. */
const minedFactor = 2

/** Transactions that may be begun now, and their gas together. */
export type LaneRoom = { places: number; gas: bigint }

/** Computes the room beside what is in flight: what is mined takes none, as soon as a node says so. */
export function roomBeside(
  { count, gas, unmined }: Pick<InFlight, 'count' | 'gas' | 'unmined'>,
  { gasPerTransactionMax }: ConnectedChain['gas'],
): LaneRoom {
  const gasMax = largestTransactionsMax * BigInt(gasPerTransactionMax)
  const places = Math.min(placesMax - unmined.count, minedFactor * placesMax - count)
  const beside = gasMax - unmined.gas
  const besideAll = BigInt(minedFactor) * gasMax - gas
  const left = beside < besideAll ? beside : besideAll
  return { places: Math.max(0, places), gas: left > 0n ? left : 0n }
}

/** The gas of one of a full transaction's items, with its part of what all share. */
const gasOfEach = (gasLimitFor: (count: number) => bigint, count: number): bigint =>
  gasLimitFor(count) / BigInt(count)

type Placed = { perTransaction: number } & Pick<Room, 'gasEach' | 'initialGasEach'>

/** The requests that become transactions, in the order in which they share the room of a lane. */
const placed: Record<string, Placed> = {
  requestFreeze: { perTransaction: 1, gasEach: gasLimitOfControl('freeze') },
  requestUnfreeze: { perTransaction: 1, gasEach: gasLimitOfControl('unfreeze') },
  requestCancel: { perTransaction: 1, gasEach: gasLimitOfControl('cancel') },
  requestPermit: { perTransaction: 1, gasEach: gasLimitOfPermit },
  requestCharge: {
    perTransaction: chargesMax,
    gasEach: gasOfEach(gasLimitOfCharges, chargesMax),
    initialGasEach: gasOfEach(gasLimitOfActivations, activationsMax),
  },
  requestSweep: { perTransaction: sweepsMax, gasEach: gasOfEach(gasLimitOfSweeps, sweepsMax) },
}

/** Whether a request becomes a transaction, or goes into one. */
export const takesPlace = (name: string): boolean => name in placed

/** Returns how many requests of each name `countFor` lets pass, by how many of them a transaction carries. */
export const roomsFor = (countFor: (perTransaction: number) => number): Room[] =>
  Object.entries(placed).map(([name, { perTransaction, ...gas }]) => ({
    name,
    countMax: countFor(perTransaction),
    ...gas,
  }))
