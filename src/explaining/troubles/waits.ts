/** The reason behind a waiting request: some waits are reported to merchants under the name of the reason. */
import type { ReasonName } from '../../../machines/reasons.ts'
import { waitReasons, type WaitReason } from '../../store/wait-reasons.ts'
import type { WaitFacts } from '../reasons/sending-reasons.ts'

/** Null: it goes on within seconds by itself, and is nothing to tell. */
const reasons: Record<WaitReason, ReasonName | null> = {
  GasWalletEmpty: 'GasWalletEmpty',
  GasBudgetSpent: 'GasBudgetSpent',
  GasPriceTooHigh: 'GasPriceTooHigh',
  GasCostAboveLimit: 'GasCostAboveLimit',
  GasTooDear: 'GasTooDear',
  AssetInactive: 'AssetInactive',
  InsufficientBalance: 'InsufficientBalance',
  RpcUnavailable: 'RpcUnavailable',
  ChainNotServed: 'ChainNotServed',
  ChainRefuses: 'ChainRefuses',
  NodesDiffer: 'NodesDiffer',
  NodesSilent: 'NodesSilent',
  Others: null,
  Token: 'TransferFailed',
  Depth: null,
  FailedCharge: 'FailedOnChain',
  FailedSweep: null,
  FullLane: null,
  SweepUnderWay: null,
  GasInFlight: null,
  EmptyDeposit: 'NoBalance',
  UnservedChain: 'ChainNotServed',
  ChainClock: 'NotDueOnChain',
  UnreadEvents: 'EventsUnread',
  UntriedPreview: null,
  DisputedCharge: 'NodesDiffer',
  DisputedRefusal: 'NodesDiffer',
  UnconfirmedRefusal: 'NodesSilent',
  NeededCancel: null,
  PermitUnderWay: null,
  NodesRefuse: 'ChainRefuses',
}

/** Returns the reason for which a request waits; null where it does not, or not for long. */
export function reasonOfWait(wait: WaitFacts | null): ReasonName | null {
  const waitsFor = waitReasons.find((reason) => reason === wait?.waitsFor)
  return waitsFor === undefined ? null : reasons[waitsFor]
}
