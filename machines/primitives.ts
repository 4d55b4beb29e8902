/** The shapes that several machines' messages share, and the options of every machine. */
import { z } from 'zod'
import type { ReasonName } from './reasons.ts'

/** A moment in UTC with milliseconds, as `Date.toISOString` writes it. */
export const Moment = z.iso.datetime({ precision: 3 })
/** A non-negative whole number of base units, as a decimal string. */
export const BaseUnits = z.string().regex(/^(0|[1-9][0-9]{0,77})$/)
/** An EIP-55 address. */
export const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
export const Hash = z.string().regex(/^0x[0-9a-f]{64}$/)
/** 16 random bytes that keep an id from being guessed by its hash, which is public. */
export const Salt = z.string().regex(/^0x[0-9a-f]{32}$/)
export const Id = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{22}$/)
/**
 * Why something failed or stopped. Code gives only names of the catalogue, which the type sees to; what
 * is stored is read as it is, whatever an earlier version called it.
 */
export const Reason = z.string().regex(/^[A-Z][A-Za-z0-9]{1,63}$/) as unknown as z.ZodType<
  ReasonName,
  ReasonName
>

/** The place of an event on its chain, `blockNumber * 1e6 + logIndex`: a later event beats an earlier one. */
export const ChainPosition = z.int().nonnegative()

/** The owner of an entity: part of every message, row and query. */
export const ownerFields = {
  merchantId: z.string(),
  network: z.enum(['TestNet', 'MainNet']),
}

/** Stops a loop of immediate transitions, which would otherwise never end. */
export const machineOptions = { maxIterations: 100 }
