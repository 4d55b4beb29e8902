/** The field shapes that several public resources share. */
import { z } from 'zod'

export const exampleId = '1BwRWHZcSwfzWg9yhKUfzB'
export const exampleAddress = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
/** 256 random bits, as tokens of customers and of invitations are written. */
export const exampleToken = 'Zb2vE0mJcYd4Lq8sTn1RkWx7HfAg9UoPi3Vy5Bt6MeQ'
export const exampleHash = `0x${'8f'.repeat(32)}`

/** `10 ltUSDC`: a plain decimal, one space, the asset code. */
export const Money = z
  .string()
  .regex(/^(0|[1-9][0-9]*)(\.[0-9]+)? [A-Za-z0-9]+$/)
  .meta({ examples: ['10 ltUSDC'] })

export const Time = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'ISO 8601, UTC', examples: ['2026-01-31T12:00:00.000Z'] })

/** A moment that a moved test clock leaves alone: of people's sessions and of what was observed outside. */
export const RealTime = Time.meta({
  description: 'ISO 8601, UTC; real time, also where the test clock was moved',
})

export const ChainAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .meta({ description: 'EIP-55 address', examples: [exampleAddress] })

export const TransactionHash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .meta({ examples: [exampleHash] })
