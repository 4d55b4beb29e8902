/** Money for the demo on a local chain: gas for the merchant, gas and tokens for the payer. */
import {
  type Address,
  BaseError,
  type Client,
  ContractFunctionRevertedError,
  createClient,
  http,
  numberToHex,
  parseEther,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getBalance, readContract, writeContract } from 'viem/actions'
import { demoTokenAbi } from '../../chain/abi/demo-token.ts'
import { requireMined } from '../../chain/mined.ts'
import type { DeployedAsset, DeployedChain } from '../../shared/chain-directory.ts'
import { urlOf } from '../../shared/chains/nodes.ts'
import type { Log } from '../../shared/log.ts'
import type { DemoCredentials } from './demo-credentials.ts'

const gasFull = parseEther('100')
const gasLow = parseEther('1')
const tokensFull = 100_000n
const tokensLow = 1_000n

/** Tops up balances that have run low, and returns that of the gas wallet after it, in wei. */
export async function fundDemo(
  chain: DeployedChain,
  gasWallet: Address,
  { payerKey }: DemoCredentials,
  log: Log,
): Promise<bigint> {
  const client = createClient({ transport: http(urlOf(chain.rpcUrls[0]!)) })
  const payer = privateKeyToAccount(payerKey)
  await topUpGas(client, payer.address)
  for (const asset of chain.assets)
    if (!(await topUpTokens(client, asset, payer)))
      log.warn(
        { token: asset.code, payer: payer.address },
        'the demo payer is low on a token that only its issuer may mint: send it some',
      )
  return topUpGas(client, gasWallet)
}

async function topUpGas(client: Client, address: Address): Promise<bigint> {
  const balance = await getBalance(client, { address })
  if (balance >= gasLow) return balance
  // Only local chains have this method, and viem types only the methods that all chains have.
  const request = client.request as (call: {
    method: string
    params: unknown[]
  }) => Promise<unknown>
  await request({ method: 'anvil_setBalance', params: [address, numberToHex(gasFull)] })
  return gasFull
}

/**
 * Mints tokens for the payer, and returns whether it has enough: on a copy of a real chain only the
 * issuer mints.
 */
async function topUpTokens(
  client: Client,
  { address, decimals }: DeployedAsset,
  payer: ReturnType<typeof privateKeyToAccount>,
): Promise<boolean> {
  const one = 10n ** BigInt(decimals)
  const token = { address, abi: demoTokenAbi } as const
  const balance = await readContract(client, {
    ...token,
    functionName: 'balanceOf',
    args: [payer.address],
  })
  if (balance >= tokensLow * one) return true
  try {
    const hash = await writeContract(client, {
      ...token,
      functionName: 'mint',
      args: [payer.address, tokensFull * one],
      account: payer,
      chain: null,
    })
    await requireMined(client, hash, { isLocal: true })
    return true
  } catch (error) {
    if (isRevert(error)) return false
    throw error
  }
}

const isRevert = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null
