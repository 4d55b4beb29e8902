import type { Network } from './network.ts'

/** Whose something is; part of every message, row and query. */
export type Owner = { merchantId: string; network: Network }
