/**
 * Finds what keeps a nonce lane from moving on. Nodes mine a wallet's transactions in the order of their
 * nonces, so all depends on the lowest one that is not mined: whether bytes with it exist, and
 * whose they are.
 */
import type { StatusOf } from '../../../machines/actors.ts'
import { unendedTransactions } from '../../core/states.ts'

export type LaneState = {
  /** The next nonce that the lane gives out. */
  next: number
  /** The number of transactions that the chain has mined, which is the nonce that it takes next. */
  mined: number
  /** The lowest nonce from `mined` on with which live bytes are stored. */
  lowest: LowestNonce | null
  /** Counts the nonces from `mined` on whose transactions were final before. */
  finalCount: number
  /** Counts the transactions under way whose bytes were all set aside. */
  orphanCount: number
}
export type LowestNonce = {
  nonce: number
  /** The status of the transaction that it was signed for; null for a filler. */
  status: StatusOf['transaction'] | null
  /** Since the newest bytes with it were signed. */
  ageMs: number
}

export type LaneTrouble = {
  /**
   * `Ahead`: nonces were given out, and nothing is signed with any. `Gap`: some before the lowest
   * signed one are missing, few enough to fill. `FarAhead`: too many to fill. `ChainReset`: more
   * final transactions are undone than a reorganisation could undo. `TooCheap`: the lowest one is not
   * taken, and no open transaction waits for it. `Orphans`: transactions whose bytes were all set aside.
   */
  type: 'Ahead' | 'Gap' | 'FarAhead' | 'ChainReset' | 'TooCheap' | 'Orphans'
  /** Described for the operator, alike for as long as nothing changes. */
  text: string
}

/** At most so many missing nonces are filled, each with an empty transaction. */
const gapMax = 16
/** Final transactions beyond this number are not undone by a reorganisation. */
const undoneMax = 64
/** After this time an empty or ended transaction offers more. */
const cheapAfterMs = 60_000

/** Finds the trouble of a lane that has to be mended; null where there is none. */
export function findTrouble(state: LaneState): LaneTrouble | null {
  return findTroubleWithNonces(state) ?? findOrphans(state)
}

function findOrphans({ orphanCount }: LaneState): LaneTrouble | null {
  const text = `${orphanCount} transactions have no bytes that may still be sent`
  return orphanCount > 0 ? { type: 'Orphans', text } : null
}

function findTroubleWithNonces({ next, mined, lowest, finalCount }: LaneState): LaneTrouble | null {
  if (mined >= next) return null
  if (!lowest)
    return { type: 'Ahead', text: `nonces ${mined} to ${next - 1} were given out and never signed` }
  const missing = lowest.nonce - mined
  if (missing > 0)
    return {
      type: missing <= gapMax ? 'Gap' : 'FarAhead',
      text: `nonces ${mined} to ${lowest.nonce - 1} were never signed, but ${lowest.nonce} was`,
    }
  if (lowest.status === 'Final' && finalCount > undoneMax)
    return {
      type: 'ChainReset',
      text: `the chain has mined ${mined} transactions, and ${finalCount} above were final`,
    }
  const isOpen = lowest.status !== null && unendedTransactions.includes(lowest.status)
  if (isOpen || lowest.ageMs < cheapAfterMs) return null
  return { type: 'TooCheap', text: `nonce ${lowest.nonce} is not taken, and nobody follows it` }
}
