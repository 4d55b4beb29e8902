/** Deploys the factories and, on local chains, the demo tokens, and waits until each is mined. */
import {
  type Abi,
  type Account,
  type Address,
  type Client,
  encodeDeployData,
  getAddress,
  type Hex,
} from 'viem'
import { sendTransaction } from 'viem/actions'
import type { AssetSettings } from '../../shared/chains.ts'
import { deploymentSalt } from '../../shared/addresses/deterministic-address.ts'
import { demoTetherAbi, demoTetherBytecode } from '../abi/demo-tether.ts'
import { demoTokenAbi, demoTokenBytecode } from '../abi/demo-token.ts'
import { depositFactoryAddress, depositFactoryBytecode } from '../abi/deposit-factory.ts'
import {
  subscriptionFactoryAddress,
  subscriptionFactoryBytecode,
} from '../abi/subscription-factory.ts'
import { deployOnce } from './deterministic-deployer.ts'
import { requireMined, type MinedWait } from '../mined.ts'

export type Deployed = { address: Address; blockNumber: bigint }
type Artifact = { abi: Abi; bytecode: Hex; args: readonly unknown[] }

/** Deploys the factory of subscriptions at its one address, unless it is there. */
export const deployFactory = (client: Client, account: Account, waiting?: MinedWait) =>
  deployOnce(
    client,
    account,
    {
      address: subscriptionFactoryAddress,
      bytecode: subscriptionFactoryBytecode,
      salt: deploymentSalt,
    },
    waiting,
  )

/** Deploys the factory of deposits at its one address, unless it is there. */
export const deployDepositFactory = (client: Client, account: Account, waiting?: MinedWait) =>
  deployOnce(
    client,
    account,
    {
      address: depositFactoryAddress,
      bytecode: depositFactoryBytecode,
      salt: deploymentSalt,
    },
    waiting,
  )

/** Deploys a demo token: one that behaves as USDT does where the asset has `resetAllowance`. */
export const deployDemoToken = (
  client: Client,
  account: Account,
  { name, symbol, decimals, resetAllowance }: AssetSettings,
  waiting?: MinedWait,
): Promise<Deployed> => {
  const artifact = {
    abi: resetAllowance ? demoTetherAbi : demoTokenAbi,
    bytecode: resetAllowance ? demoTetherBytecode : demoTokenBytecode,
    args: [name, symbol, decimals],
  }
  return deploy(client, account, artifact, waiting)
}

async function deploy(
  client: Client,
  account: Account,
  artifact: Artifact,
  waiting?: MinedWait,
): Promise<Deployed> {
  const hash = await sendTransaction(client, {
    account,
    chain: client.chain!,
    data: encodeDeployData(artifact),
  })
  const { contractAddress, blockNumber } = await requireMined(client, hash, waiting)
  return { address: getAddress(contractAddress!), blockNumber }
}
