import { randomBytes } from 'node:crypto'
import { bytesToHex, type Hex } from 'viem'

/** Draws the salt of a payment that nobody has to find again. */
export const newDepositSalt = (): Hex => bytesToHex(randomBytes(16))
