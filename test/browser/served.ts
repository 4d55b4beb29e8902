/**
 * The service that belongs to this process of tests. All files that run in it share its demo shop, in an order that
 * nobody knows: what would leave that shop unable to charge happens in a shop of its own (`newShop`).
 */
import { inject } from 'vitest'

const place = Number(process.env['VITEST_POOL_ID']) - 1

export const served = inject('servedPages')[place]!
