/** The file that the local default writes for scripts: `DATA_DIR/dev.json`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type DevJson = {
  baseUrl: string
  widgetUrl: string
  manageUrl: string
  chains: {
    name: string
    chainId: number
    rpcUrl: string
    factory: string
    assets: { code: string; address: string; decimals: number }[]
  }[]
  merchant: {
    email: string
    password: string
    apiKey: string
    apiSecret: string
    gasWallet: string
    receiver: string
  }
  planId: string
  payer: { address: string; privateKey: string }
}

/** Reads it; throws an error that says to start the service first. */
export function readDevJson(dataDirectory: string): DevJson {
  const path = join(dataDirectory, 'dev.json')
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as DevJson
  } catch {
    throw new Error(`there is no ${path}: start the service first (npm start), then run this again`)
  }
}
