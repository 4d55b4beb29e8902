/** The values that the cases of all machines share: an owner, ids, addresses and the first moment. */
import { dayMs } from '../../../machines/durations.ts'

export const owner = { merchantId: 'merchant-1', network: 'TestNet' } as const
export const beganAt = Date.parse('2026-01-01T00:00:00.000Z')

/** Returns the moment so many days after the first one, as it is stored. */
export const daysLater = (days: number): string => new Date(beganAt + days * dayMs).toISOString()

export const idOf = (letter: string): string => letter.repeat(22)
export const hashOf = (digit: string): string => `0x${digit.repeat(64)}`
export const addressOf = (digit: string): string => `0x${digit.repeat(40)}`
