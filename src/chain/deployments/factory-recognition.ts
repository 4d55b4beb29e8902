/**
 * Verifies that the factories on a chain are ours: by the hash of their code and of their implementation, and
 * by the addresses that they derive. Money at an address that no such factory derives could never be moved, and
 * a factory that derives as ours but runs other code could move it elsewhere. So both are compared on every node
 * that answers, and on as many as must agree before money is credited.
 */
import {
  type Address,
  bytesToHex,
  type Client,
  type Hex,
  hexToBytes,
  keccak256,
  pad,
  slice,
  zeroHash,
} from 'viem'
import { getCode, readContract } from 'viem/actions'
import type { ChainSettings } from '../../shared/chains.ts'
import { predictContractAddress, type Terms } from '../../shared/addresses/contract-address.ts'
import { predictDepositAddress } from '../../shared/addresses/deposit-address.ts'
import { depositCodeHash, depositImmutablesAt } from '../abi/deposit.ts'
import {
  depositFactoryAbi,
  depositFactoryCodeHash,
  depositFactoryImmutablesAt,
} from '../abi/deposit-factory.ts'
import { subscriptionCodeHash, subscriptionImmutablesAt } from '../abi/subscription.ts'
import {
  subscriptionFactoryAbi,
  subscriptionFactoryCodeHash,
  subscriptionFactoryImmutablesAt,
} from '../abi/subscription-factory.ts'
import { readFromChain, RpcUnavailable } from '../chain-errors.ts'
import type { Deployment } from './deployment-store.ts'
import { verifyOnNodes } from './verify-on-nodes.ts'

/** A contract as it must be on chain; its constructor wrote an immutable address into its code, at these bytes. */
type Expected = {
  what: string
  address: Address
  codeHash: string
  immutable: Address
  immutableAt: readonly number[]
}

const wordBytes = 32
const sampleAddress = (byte: string): Address => `0x${byte.repeat(20)}`
/** Sample terms, each different from the others, so that no two can be exchanged unnoticed. */
const sampleTerms: Terms = {
  token: sampleAddress('11'),
  merchant: sampleAddress('22'),
  payer: sampleAddress('33'),
  operator: sampleAddress('44'),
  amount: 5_555n,
  start: 1_666_666_666,
  periodDays: 77,
  maxPeriods: 888,
  graceDays: 9,
  activateUntil: 1_677_777_777,
}

/**
 * Recognises both factories of a chain.
 *
 * @throws where a node shows another contract, or another derivation; `RetryableError` where too few answer
 */
export async function verifyFactories(
  chain: ChainSettings,
  nodes: Client[],
  deployment: Deployment,
  hostsMin: number,
): Promise<void> {
  await verifyOnNodes(chain, nodes, hostsMin, 'the factories', (node) =>
    findDifference(node, deployment),
  )
}

/** Describes the first difference between the node's contracts and ours; null where there is none. */
async function findDifference(node: Client, deployment: Deployment): Promise<string | null> {
  for (const expected of expectedOf(deployment)) {
    const code = await readFromChain(() => getCode(node, { address: expected.address }))
    const difference = compareCode(expected, code ?? '0x')
    if (difference) return difference
  }
  return findOtherDerivation(node, deployment)
}

function compareCode(
  { what, address, codeHash, immutable, immutableAt }: Expected,
  code: Hex,
): string | null {
  const bytes = hexToBytes(code)
  for (const start of immutableAt) bytes.fill(0, start, start + wordBytes)
  const hash = keccak256(bytesToHex(bytes))
  if (hash !== codeHash)
    return `${address} is not a ${what} of this version: the hash of its code is ${hash}, not ${codeHash}`
  const other = immutableAt
    .map((start) => slice(code, start, start + wordBytes))
    .find((word) => word.toLowerCase() !== pad(immutable).toLowerCase())
  if (!other) return null
  return `${address} is a ${what} that belongs to ${slice(other, 12)}, not to ${immutable}`
}

async function findOtherDerivation(node: Client, deployment: Deployment): Promise<string | null> {
  const { factory, depositFactory } = deployment
  const receiver = sampleTerms.merchant
  const [subscription, deposit] = await Promise.all([
    predicted(() =>
      readContract(node, {
        address: factory,
        abi: subscriptionFactoryAbi,
        functionName: 'predict',
        args: [sampleTerms, zeroHash],
      }),
    ),
    predicted(() =>
      readContract(node, {
        address: depositFactory,
        abi: depositFactoryAbi,
        functionName: 'predict',
        args: [receiver, zeroHash],
      }),
    ),
  ])
  if (subscription !== predictContractAddress(deployment, sampleTerms, zeroHash))
    return `${factory} is not a subscription factory of this version: it derives other addresses than we do`
  if (deposit !== predictDepositAddress(deployment, receiver, zeroHash))
    return `${depositFactory} is not a deposit factory of this version: it derives other addresses than we do`
  return null
}

/** The address that a factory derives; null where it has no such function. */
const predicted = (read: () => Promise<Address>): Promise<Address | null> =>
  readFromChain(read).catch((error: unknown) => {
    if (error instanceof RpcUnavailable) throw error
    return null
  })

const expectedOf = (deployment: Deployment): Expected[] => [
  {
    what: 'subscription factory',
    address: deployment.factory,
    codeHash: subscriptionFactoryCodeHash,
    immutable: deployment.implementation,
    immutableAt: subscriptionFactoryImmutablesAt,
  },
  {
    what: 'subscription',
    address: deployment.implementation,
    codeHash: subscriptionCodeHash,
    immutable: deployment.factory,
    immutableAt: subscriptionImmutablesAt,
  },
  {
    what: 'deposit factory',
    address: deployment.depositFactory,
    codeHash: depositFactoryCodeHash,
    immutable: deployment.depositImplementation,
    immutableAt: depositFactoryImmutablesAt,
  },
  {
    what: 'deposit',
    address: deployment.depositImplementation,
    codeHash: depositCodeHash,
    immutable: deployment.depositFactory,
    immutableAt: depositImmutablesAt,
  },
]
