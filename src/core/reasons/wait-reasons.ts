/**
 * Why a row of the outbox waits: a name, by which code and queries go, and beside it the sentence
 * that people read. The sentence may be mended at any time.
 */
import type { ReasonName } from '../../../machines/reasons.ts'
import type { WaitFacts } from './sending-reasons.ts'

type Wait = {
  /** What a merchant is told; null: it goes on within seconds by itself, and is nothing to tell. */
  reason: ReasonName | null
  /** Whether it waits for others than business time or us: mining or time will not help. */
  isHeldBack: boolean
  /** A merchant, or its payer, changes it and no operator: their pages say so. */
  isMerchants?: true
  /** What is always said of it; else its name is, or what the case is. */
  says?: string
}

const waits = {
  GasWalletEmpty: { reason: 'GasWalletEmpty', isHeldBack: true, isMerchants: true },
  GasBudgetSpent: { reason: 'GasBudgetSpent', isHeldBack: true, isMerchants: true },
  GasPriceTooHigh: { reason: 'GasPriceTooHigh', isHeldBack: true, isMerchants: true },
  GasCostAboveLimit: { reason: 'GasCostAboveLimit', isHeldBack: true, isMerchants: true },
  GasTooDear: { reason: 'GasTooDear', isHeldBack: true },
  AssetInactive: { reason: 'AssetInactive', isHeldBack: true, isMerchants: true },
  /** A payer's permit waits for the payer's money: until then it earns nothing. */
  InsufficientBalance: { reason: 'InsufficientBalance', isHeldBack: true, isMerchants: true },
  RpcUnavailable: { reason: 'RpcUnavailable', isHeldBack: true },
  ChainNotServed: { reason: 'ChainNotServed', isHeldBack: true },
  ChainRefuses: { reason: 'ChainRefuses', isHeldBack: true },
  NodesDiffer: { reason: 'NodesDiffer', isHeldBack: true },
  NodesSilent: { reason: 'NodesSilent', isHeldBack: true },
  /** A sweep waits, in real time, to be one of many. */
  Others: { reason: null, isHeldBack: true, says: 'it waits for others' },
  /** A token or a receiver refuses a sweep, or a token a first charge: it is tried again, later and later. */
  Token: { reason: 'TransferFailed', isHeldBack: true, says: 'it is refused' },
  /** Somebody else has made a sweep, until that is confirmed. */
  Depth: { reason: null, isHeldBack: true, says: 'a sweep by somebody else is not deep enough' },
  /** A charge failed on chain although it had looked good. */
  FailedCharge: {
    reason: 'FailedOnChain',
    isHeldBack: true,
    says: 'it failed on chain a short time ago',
  },
  /** A sweep failed, before it is tried again. */
  FailedSweep: { reason: null, isHeldBack: true, says: 'the last sweep failed' },
  FullLane: { reason: null, isHeldBack: false, says: 'the lane is full' },
  SweepUnderWay: { reason: null, isHeldBack: false, says: 'a sweep of it is on its way' },
  GasInFlight: { reason: null, isHeldBack: false, says: 'the gas is spoken for' },
  EmptyDeposit: { reason: 'NoBalance', isHeldBack: false, says: 'the deposit looks empty' },
  UnservedChain: { reason: 'ChainNotServed', isHeldBack: false, says: 'the chain is not served' },
  ChainClock: {
    reason: 'NotDueOnChain',
    isHeldBack: false,
    says: "it is not due by the chain's clock",
  },
  UnreadEvents: { reason: 'EventsUnread', isHeldBack: false },
  UntriedPreview: { reason: null, isHeldBack: false, says: 'the preview ran out of gas' },
  /** Nodes differ about whether a charge would go through. */
  DisputedCharge: {
    reason: 'NodesDiffer',
    isHeldBack: false,
    says: 'nodes differ about whether it would go through',
  },
  /** Nodes differ about why a charge would not go through. */
  DisputedRefusal: {
    reason: 'NodesDiffer',
    isHeldBack: false,
    says: 'nodes differ about why it would not go through',
  },
  UnconfirmedRefusal: {
    reason: 'NodesSilent',
    isHeldBack: false,
    says: 'it would not go through, but too few nodes answer to believe it',
  },
  /** A cancellation is not known to be needed. */
  NeededCancel: { reason: null, isHeldBack: false },
  /** Another permit of the payer is on its way: the nonce of both may be the same. */
  PermitUnderWay: {
    reason: null,
    isHeldBack: false,
    says: 'another permit of the payer is on its way',
  },
  /** Nodes do not take a transaction for now. */
  NodesRefuse: { reason: 'ChainRefuses', isHeldBack: false },
} as const satisfies Record<string, Wait>

export type WaitReason = keyof typeof waits
const wait: Record<WaitReason, Wait> = waits
export const waitReasons = Object.keys(waits) as [WaitReason, ...WaitReason[]]
export const heldBackReasons = waitReasons.filter((reason) => wait[reason].isHeldBack)
export const merchantsMatters = waitReasons.filter((reason) => wait[reason].isMerchants)

/** Returns the reason for which a request waits; null where it does not, or not for long. */
export function reasonOfWait(waiting: WaitFacts | null): ReasonName | null {
  const waitsFor = waitReasons.find((reason) => reason === waiting?.waitsFor)
  return waitsFor === undefined ? null : wait[waitsFor].reason
}

/**
 * Names what nodes say of a request and is believed once they have said it often. It is counted apart from claims:
 * while no node answers, a row is claimed again and again, and nothing is seen.
 */
export type Sighting =
  | 'NonceUsed'
  | 'Impossible'
  | 'NotTaken'
  | 'AskedTooOften'
  | 'SweepRefused'
  | 'EmptyDeposit'
/** Counts how often each was seen; null: none of them. */
export type Sightings = Partial<Record<Sighting, number>> | null

/** Null: for what a fault's text says. `sighting`: what was seen in this try. */
export type RowWait = { waitsFor: WaitReason | null; text: string; sighting?: Sighting }

/** A reason with the sentence that is always said of it, or with its own name. */
export const waitFor = (waitsFor: WaitReason, text = wait[waitsFor].says ?? waitsFor): RowWait => ({
  waitsFor,
  text,
})
