/**
 * Decides how many requests of a lane are claimed now: as many as its wallet has room for, and hardly any
 * while the lane is closed, because its gas wallet is empty or its chain is silent.
 */
import type { Address } from 'viem'
import type { ConnectedChain } from '../chain/clients.ts'
import type { Log } from '../shared/log.ts'
import type { Database } from '../store/database.ts'
import type { WaitReason } from '../core/reasons/wait-reasons.ts'
import { type Claim, claimOfLane, type LeasedRow, type Room } from '../store/engine/chain-queue.ts'
import { readRoom } from './gas-wallets.ts'
import { roomsFor } from './lane-room.ts'
import { askForMined } from './mined-seen.ts'
import { elapsedMs } from '../shared/time.ts'

/** Nothing more of a lane can be sent for now. */
export type LaneClosing = {
  /** Milliseconds after which requests try whether that is still so. */
  forMs: number
  /** Counts the requests of each name that try it. */
  tries: number
  /** Requests that do not wait for this yet are to hear it; null where none does. */
  reason: WaitReason | null
}
type Closed = LaneClosing & { againAt: number }

/** Requests with one name that are claimed at once, where no room limits them. */
const claimedMax = 1_000
/** A lane of a chain that is not served rests this long once all of its requests say so. */
const unservedMs = 5_000

export class LaneClaims {
  readonly #database: Database
  readonly #log: Log
  readonly #leaseMs: number
  readonly #onRoom: () => void
  readonly #closed = new Map<string, Closed>()
  /** The reason for which all requests of a closed lane wait, but for new ones. */
  readonly #told = new Map<string, WaitReason>()
  /** By lane and reason. */
  readonly #unservedUntil = new Map<string, number>()

  /** `onRoom`: called where a lane that was full has room again. */
  constructor(
    { database, log }: { database: Database; log: Log },
    leaseMs: number,
    onRoom: () => void = () => undefined,
  ) {
    this.#database = database
    this.#log = log
    this.#leaseMs = leaseMs
    this.#onRoom = onRoom
  }

  close(lane: string, closing: LaneClosing): void {
    this.#closed.set(lane, { ...closing, againAt: elapsedMs() + closing.forMs })
  }

  isClosed(lane: string): boolean {
    return this.#closed.has(lane)
  }

  /** Claims requests that become no transactions: all that is due. */
  claimOthers(lane: string, names: string[]): Promise<LeasedRow[]> {
    return this.#claim(lane, roomsOf(names), {})
  }

  /** Claims requests that become transactions, as many as there is room for. */
  async claimPlaced(lane: string, merchantId: string, chain: ConnectedChain): Promise<LeasedRow[]> {
    const closed = this.#closed.get(lane)
    if (closed) return this.#tryClosed(lane, closed)
    this.#told.delete(lane)
    const { wallet, places, gas } = await readRoom(this.#database, merchantId, chain)
    const isFull = places === 0 || gas < BigInt(chain.gas.gasPerTransactionMax)
    if (isFull && wallet) void this.#lookForRoom(chain, wallet)
    if (places === 0 || gas === 0n) return []
    const rooms = roomsFor((perTransaction) => perTransaction * places)
    return this.#claim(lane, rooms, { gasMax: gas })
  }

  /** Asks the chain whether something is mined by now that takes a place; nobody waits for it. */
  async #lookForRoom(chain: ConnectedChain, wallet: Address): Promise<void> {
    if (await askForMined(this.#log, chain, wallet)) this.#onRoom()
  }

  /** Claims, once in a while, the requests to a chain that is not served which do not wait for `reason` yet. */
  async claimUnserved(lane: string, names: string[], reason: WaitReason): Promise<LeasedRow[]> {
    const key = `${lane} ${reason}`
    if (elapsedMs() < (this.#unservedUntil.get(key) ?? 0)) return []
    const rows = await this.#claim(lane, roomsOf(names), { exceptWaitingFor: reason })
    if (!rows.length) this.#unservedUntil.set(key, elapsedMs() + unservedMs)
    return rows
  }

  async #tryClosed(lane: string, { againAt, tries, reason }: Closed): Promise<LeasedRow[]> {
    const untold = reason === null ? [] : await this.#claimUntold(lane, reason)
    if (elapsedMs() < againAt) return untold
    const rooms = roomsFor(() => tries)
    const trying = await this.#claim(lane, rooms, {})
    // Their handler closes the lane again.
    if (trying.length) this.#closed.delete(lane)
    return [...untold, ...trying]
  }

  /** Claims what does not wait for the reason yet. Once all of it does, only new requests are looked for. */
  async #claimUntold(lane: string, reason: WaitReason): Promise<LeasedRow[]> {
    const rooms = roomsFor(() => claimedMax)
    const isTold = this.#told.get(lane) === reason
    const rows = await this.#claim(
      lane,
      rooms,
      isTold ? { isNew: true } : { exceptWaitingFor: reason },
    )
    if (!rows.length) this.#told.set(lane, reason)
    return rows
  }

  #claim(lane: string, rooms: Room[], claim: Partial<Claim>): Promise<LeasedRow[]> {
    return claimOfLane(this.#database, lane, {
      rooms,
      gasMax: null,
      exceptWaitingFor: null,
      isNew: false,
      leaseMs: this.#leaseMs,
      ...claim,
    })
  }
}

const roomsOf = (names: string[]): Room[] =>
  names.map((name) => ({ name, countMax: claimedMax, gasEach: 0n }))
