/** The dashboard's tests share a database of their own, secrets, and a directory of chains. */
import { randomBytes } from 'node:crypto'
import { getAddress } from 'viem'
import { ChainDirectory } from '../../src/shared/chain-directory.ts'
import { localChains } from '../../src/shared/chains.ts'
import { Clock } from '../../src/shared/clock.ts'
import type { Network } from '../../src/shared/network.ts'
import { Secrets } from '../../src/shared/secrets/secrets.ts'
import type { Database } from '../../src/store/database.ts'
import { freshDatabase } from '../support/database.ts'

export const addressOf = (byte: string) => getAddress(`0x${byte.repeat(20)}`)

export const directory = new ChainDirectory(
  (['TestNet', 'MainNet'] as const).map((network: Network, index) => ({
    name: `Local${network}`,
    network,
    chainId: 31_337 + index,
    embedded: true,
    rpcUrls: [],
    pollMs: null,
    logRangeMax: 2_000,
    nodesToAgree: 1,
    finality: 'confirmations' as const,
    confirmations: 1,
    nativeSymbol: 'ETH',
    factory: addressOf('fa'),
    implementation: addressOf('1a'),
    depositFactory: addressOf('fd'),
    depositImplementation: addressOf('1d'),
    explorerUrl: null,
    sweepAfterSeconds: 0,
    gas: localChains[0]!.gas,
    sweepMaxFeePerGasGwei: null,
    sweepCostPercentMax: 10,
    publicRpcUrl: null,
    assets: [asset(`${network[0]!.toLowerCase()}USDC`), asset(`${network[0]!.toLowerCase()}USDT`)],
  })),
)

function asset(code: string) {
  const address = addressOf(code.endsWith('C') ? 'c0' : 'd0')
  const flags = { resetAllowance: false, permit: code.endsWith('C') ? true : null, loggedBy: [] }
  return {
    code,
    symbol: code.slice(1),
    name: `${code} coin`,
    decimals: 6,
    address,
    minPayment: code === 'tUSDT' ? '0.5' : '0',
    minSweep: '0',
    // Shares as gas limits can be kept on the test network alone.
    nativePrice: code === 'tUSDC' ? '2000' : null,
    ...flags,
  }
}

/** Everything a merchant's records need, on a database that only this file uses; a clone of the template, or the one that is given. */
export async function createDependencies(given?: Database & { url: string }) {
  const database = given ?? (await freshDatabase())
  const masterKey = randomBytes(32)
  return { database, directory, clock: new Clock(), secrets: new Secrets(masterKey), masterKey }
}
