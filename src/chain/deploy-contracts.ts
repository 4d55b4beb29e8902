/** Puts the factories and, on local chains, the demo tokens on a chain. Each waits until it is mined. */
import {
  type Abi,
  type Account,
  type Address,
  type Client,
  encodeDeployData,
  getAddress,
  type Hex,
  TransactionReceiptNotFoundError,
} from 'viem'
import { getTransactionReceipt, sendTransaction } from 'viem/actions'
import type { AssetSettings } from '../shared/chains.ts'
import { wait } from '../shared/retry.ts'
import { demoTetherAbi, demoTetherBytecode } from './abi/demo-tether.ts'
import { demoTokenAbi, demoTokenBytecode } from './abi/demo-token.ts'
import { depositFactoryAbi, depositFactoryBytecode } from './abi/deposit-factory.ts'
import { subscriptionFactoryAbi, subscriptionFactoryBytecode } from './abi/subscription-factory.ts'

export type Deployed = { address: Address; blockNumber: bigint }
type Artifact = { abi: Abi; bytecode: Hex; args: readonly unknown[] }

const receiptPauseMs = 100
const receiptLooksMax = 3_000

export const deployFactory = (client: Client, account: Account): Promise<Deployed> =>
  deploy(client, account, {
    abi: subscriptionFactoryAbi,
    bytecode: subscriptionFactoryBytecode,
    args: [],
  })

export const deployDepositFactory = (client: Client, account: Account): Promise<Deployed> =>
  deploy(client, account, { abi: depositFactoryAbi, bytecode: depositFactoryBytecode, args: [] })

/** Deploys a token of the kind that the asset's flags say: USDT's manners, or a permit. */
export const deployDemoToken = (
  client: Client,
  account: Account,
  { name, symbol, decimals, resetAllowance }: AssetSettings,
): Promise<Deployed> =>
  deploy(client, account, {
    abi: resetAllowance ? demoTetherAbi : demoTokenAbi,
    bytecode: resetAllowance ? demoTetherBytecode : demoTokenBytecode,
    args: [name, symbol, decimals],
  })

async function deploy(client: Client, account: Account, artifact: Artifact): Promise<Deployed> {
  const hash = await sendTransaction(client, {
    account,
    chain: client.chain!,
    data: encodeDeployData(artifact),
  })
  const receipt = await receiptOf(client, hash)
  if (receipt.status !== 'success' || !receipt.contractAddress)
    throw new Error(`the deployment in transaction ${hash} reverted`)
  return { address: getAddress(receipt.contractAddress), blockNumber: receipt.blockNumber }
}

async function receiptOf(client: Client, hash: Hex) {
  for (let look = 1; ; look++) {
    try {
      return await getTransactionReceipt(client, { hash })
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError) || look === receiptLooksMax)
        throw error
      await wait(receiptPauseMs)
    }
  }
}
