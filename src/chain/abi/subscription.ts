// Generated from contracts/src/Subscription.sol by scripts/compile-contracts.ts. Do not edit.

// oxfmt-ignore
export const subscriptionAbi = [
  { type: 'constructor', stateMutability: 'nonpayable', inputs: [{ name: 'factory_', type: 'address' }] },
  { type: 'error', name: 'AllPeriodsCharged', inputs: [{ name: 'maxPeriods', type: 'uint16' }] },
  { type: 'error', name: 'DraftExpired', inputs: [{ name: 'activateUntil', type: 'uint40' }] },
  { type: 'error', name: 'FreezeOutlivedGrace', inputs: [{ name: 'operatorUntil', type: 'uint40' }] },
  { type: 'error', name: 'IsCancelled', inputs: [] },
  { type: 'error', name: 'IsFrozen', inputs: [{ name: 'flags', type: 'uint8' }] },
  { type: 'error', name: 'IsNotFrozen', inputs: [] },
  { type: 'error', name: 'Lapsed', inputs: [{ name: 'deadline', type: 'uint40' }] },
  { type: 'error', name: 'NeverCharged', inputs: [] },
  { type: 'error', name: 'NotAllowed', inputs: [{ name: 'caller', type: 'address' }] },
  { type: 'error', name: 'NotDue', inputs: [{ name: 'due', type: 'uint40' }] },
  { type: 'error', name: 'NotFactory', inputs: [{ name: 'caller', type: 'address' }] },
  { type: 'error', name: 'TransferFailed', inputs: [{ name: 'token', type: 'address' }] },
  { type: 'function', name: 'cancel', stateMutability: 'nonpayable', inputs: [], outputs: [] },
  { type: 'function', name: 'cancelFor', stateMutability: 'nonpayable', inputs: [{ name: 'by', type: 'address' }], outputs: [] },
  { type: 'function', name: 'charge', stateMutability: 'nonpayable', inputs: [], outputs: [{ name: 'next', type: 'uint256' }] },
  { type: 'function', name: 'factory', stateMutability: 'view', inputs: [], outputs: [{ name: '', type: 'address' }] },
  { type: 'function', name: 'freeze', stateMutability: 'nonpayable', inputs: [], outputs: [] },
  { type: 'function', name: 'operatorUntil', stateMutability: 'view', inputs: [], outputs: [{ name: '', type: 'uint40' }] },
  { type: 'function', name: 'secondsLeft', stateMutability: 'view', inputs: [], outputs: [{ name: '', type: 'int40' }] },
  { type: 'function', name: 'state', stateMutability: 'view', inputs: [], outputs: [{ name: 'nextDue', type: 'uint40' }, { name: 'charged', type: 'uint16' }, { name: 'flags', type: 'uint8' }] },
  { type: 'function', name: 'terms', stateMutability: 'view', inputs: [], outputs: [{ name: '', type: 'tuple', components: [{ name: 'token', type: 'address' }, { name: 'merchant', type: 'address' }, { name: 'payer', type: 'address' }, { name: 'operator', type: 'address' }, { name: 'amount', type: 'uint128' }, { name: 'start', type: 'uint40' }, { name: 'periodDays', type: 'uint16' }, { name: 'maxPeriods', type: 'uint16' }, { name: 'graceDays', type: 'uint16' }, { name: 'activateUntil', type: 'uint40' }] }] },
  { type: 'function', name: 'unfreeze', stateMutability: 'nonpayable', inputs: [], outputs: [] },
] as const

/** The hash of the code on chain, with zeros for the immutable values. */
// oxfmt-ignore
export const subscriptionCodeHash = '0x579bf128903bc2784c60313cf72da326f61972d673ab57311d3ce343cd45ff76'
/** The bytes of the code at which each of these values begins. */
// oxfmt-ignore
export const subscriptionImmutablesAt = [688, 1260, 1899, 2382, 2837, 3631, 4008] as const
