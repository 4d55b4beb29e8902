import { quick } from './chains.ts'
import { merchant } from './world.ts'

const noLimits = { blockchain: quick.name, perCharge: null, perDay: null, sharePercent: null }

/** Limits what the shop's gas wallet spends; without a word nothing limits it, and it relays permits. */
export const limitGas = (limits: object = {}): Promise<unknown> =>
  merchant.asPerson('PUT', '/test/gas-limits', {
    ...noLimits,
    relaysPermits: true,
    confirm: true,
    ...limits,
  })

/** No transaction is as cheap as that. */
export const noGas = { perCharge: '0.000000000001' }
