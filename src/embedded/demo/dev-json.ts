/**
 * `.data/dev.json`: what a newcomer or a script needs to try everything on the local
 * default. It holds credentials of the demo only, and only this account may read it.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Address, Hex } from 'viem'

export type DevJson = {
  baseUrl: string
  checkoutUrl: string
  widgetUrl: string
  manageUrl: string
  chains: {
    name: string
    chainId: number
    rpcUrl: string
    factory: Address
    assets: { code: string; address: Address; decimals: number }[]
  }[]
  merchant: {
    email: string
    password: string
    apiKey: string
    apiSecret: string
    gasWallet: Address
    receiver: Address
  }
  planId: string
  payer: { address: Address; privateKey: Hex }
}

/** Replaces the file at once, so that no reader finds half of it. */
export function writeDevJson(path: string, devJson: DevJson): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, `${JSON.stringify(devJson, null, 2)}\n`, { mode: 0o600 })
  renameSync(unfinished, path)
}
