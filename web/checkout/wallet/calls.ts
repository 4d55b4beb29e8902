/** The contract calls of the checkout page alone, written out as the shared ones are. */
import { type Address, concatHex, type Hex, numberToHex } from 'viem'
import { addressWord } from '../../wallet/calls.ts'

export const predictCall = (receiver: Address, idHash: Hex): Hex =>
  concatHex(['0x64fb6f5e', addressWord(receiver), idHash])

export const transferCall = (to: Address, amountBaseUnits: bigint): Hex =>
  concatHex(['0xa9059cbb', addressWord(to), numberToHex(amountBaseUnits, { size: 32 })])
