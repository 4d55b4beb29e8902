import type { Network } from './network.ts'

/** The owner of a record: part of every message, row and query. */
export type Owner = { merchantId: string; network: Network }

/** Names an owner, to tell it from others. */
export const ownerKey = ({ merchantId, network }: Owner): string => `${network} ${merchantId}`
