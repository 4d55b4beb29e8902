import { inject } from 'vitest'

const isProof = inject('tier') === 'proof'

/** Tales in which a law is tried: a few for every change, more in the proof. */
export const talesPerLaw = Number(process.env['TALES'] ?? (isProof ? 300 : 75))
/** Situations of a payment in which a law is tried, those that are nearest to its beginning. */
export const situationsPerLaw = isProof ? undefined : 400
