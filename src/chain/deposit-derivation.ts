/**
 * Whether the deposit factory on chain derives the addresses that we hand out. Money sent to an
 * address that it does not derive could never be swept.
 */
import { type Client, zeroAddress, zeroHash } from 'viem'
import { readContract } from 'viem/actions'
import { predictDepositAddress } from '../shared/deposit-address.ts'
import { depositFactoryAbi } from './abi/deposit-factory.ts'
import { reading, RpcUnavailable } from './chain-errors.ts'
import type { Deployment } from './deployment-store.ts'

/** @throws when the contract at `depositFactory` is another one, or of another version */
export async function verifyDerivation(client: Client, deployment: Deployment): Promise<void> {
  const { blockchain, depositFactory } = deployment
  const derived = await reading(() =>
    readContract(client, {
      address: depositFactory,
      abi: depositFactoryAbi,
      functionName: 'predict',
      args: [zeroAddress, zeroHash],
    }),
  ).catch((error: unknown) => {
    if (error instanceof RpcUnavailable) throw error
    return undefined
  })
  if (derived === predictDepositAddress(deployment, zeroAddress, zeroHash)) return
  throw new Error(`${depositFactory} on ${blockchain} is not a deposit factory of this version`)
}
