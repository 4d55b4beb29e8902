/** The service that belongs to this process of tests. */
import { inject } from 'vitest'

const place = Number(process.env['VITEST_POOL_ID']) - 1

export const served = inject('servedPages')[place]!
