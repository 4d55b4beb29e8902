/**
 * Why a row of the outbox waits: a name, by which code and queries go, and beside it the sentence
 * that people read. The sentence may be mended at any time.
 */

/** For each reason, whether it waits for others than business time or us: mining or time will not help. */
const isHeldBack = {
  GasWalletEmpty: true,
  GasBudgetSpent: true,
  GasPriceTooHigh: true,
  GasCostAboveLimit: true,
  GasTooDear: true,
  AssetInactive: true,
  /** A payer's permit waits for the payer's money: until then it earns nothing. */
  InsufficientBalance: true,
  RpcUnavailable: true,
  ChainNotServed: true,
  ChainRefuses: true,
  NodesDiffer: true,
  NodesSilent: true,
  /** A sweep waits, in real time, to be one of many. */
  Others: true,
  /** A token or a receiver refuses a sweep, or a token a first charge: it is tried again, later and later. */
  Token: true,
  /** Somebody else has made a sweep, until that is confirmed. */
  Depth: true,
  /** A charge failed on chain although it had looked good. */
  FailedCharge: true,
  /** A sweep failed, before it is tried again. */
  FailedSweep: true,
  FullLane: false,
  SweepUnderWay: false,
  GasInFlight: false,
  EmptyDeposit: false,
  UnservedChain: false,
  ChainClock: false,
  UnreadEvents: false,
  UntriedPreview: false,
  /** Nodes differ about whether a charge would go through. */
  DisputedCharge: false,
  /** Nodes differ about why a charge would not go through. */
  DisputedRefusal: false,
  UnconfirmedRefusal: false,
  /** A cancellation is not known to be needed. */
  NeededCancel: false,
  /** Another permit of the payer is on its way: the nonce of both may be the same. */
  PermitUnderWay: false,
  /** Nodes do not take a transaction for now. */
  NodesRefuse: false,
} as const

export type WaitReason = keyof typeof isHeldBack
export const waitReasons = Object.keys(isHeldBack) as [WaitReason, ...WaitReason[]]
export const heldBackReasons = waitReasons.filter((reason) => isHeldBack[reason])

/** A merchant, or its payer, changes these and no operator: their pages say so. */
export const merchantsMatters = [
  'AssetInactive',
  'GasBudgetSpent',
  'GasCostAboveLimit',
  'GasPriceTooHigh',
  'GasWalletEmpty',
  'InsufficientBalance',
] as const satisfies WaitReason[]

const sentences: Partial<Record<WaitReason, string>> = {
  Others: 'it waits for others',
  Token: 'it is refused',
  Depth: 'a sweep by somebody else is not deep enough',
  FailedCharge: 'it failed on chain a short time ago',
  FailedSweep: 'the last sweep failed',
  FullLane: 'the lane is full',
  SweepUnderWay: 'a sweep of it is on its way',
  GasInFlight: 'the gas is spoken for',
  PermitUnderWay: 'another permit of the payer is on its way',
  EmptyDeposit: 'the deposit looks empty',
  UnservedChain: 'the chain is not served',
  ChainClock: "it is not due by the chain's clock",
  UntriedPreview: 'the preview ran out of gas',
  DisputedCharge: 'nodes differ about whether it would go through',
  DisputedRefusal: 'nodes differ about why it would not go through',
  UnconfirmedRefusal: 'it would not go through, but too few nodes answer to believe it',
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
export const waitFor = (waitsFor: WaitReason, text = sentences[waitsFor] ?? waitsFor): RowWait => ({
  waitsFor,
  text,
})
