/**
 * Deploys the factory to a chain of the chains file and prints what to write into it.
 *
 *   CHAINS_FILE=chains.json DEPLOYER_KEY=0x… npm run deploy:contracts -- <chain name>
 */
import { getBalance, readContract } from 'viem/actions'
import { privateKeyToAccount } from 'viem/accounts'
import type { Hex } from 'viem'
import { subscriptionFactoryAbi } from '../src/chain/abi/subscription-factory.ts'
import { connect, verifyChainId } from '../src/chain/clients.ts'
import { deployFactory } from '../src/chain/deploy-contracts.ts'
import { readChainsFile } from '../src/shared/chains.ts'

const { CHAINS_FILE, DEPLOYER_KEY } = process.env
const [chainName] = process.argv.slice(2)
if (!CHAINS_FILE || !DEPLOYER_KEY || !chainName)
  fail('set CHAINS_FILE and DEPLOYER_KEY, and name a chain')

const chain = readChainsFile(CHAINS_FILE).find(({ name }) => name === chainName)
if (!chain) fail(`there is no chain ${chainName} in ${CHAINS_FILE}`)
if (chain.rpcUrls.length === 0) fail(`${chainName} has no rpcUrls`)

const account = privateKeyToAccount(DEPLOYER_KEY as Hex)
const { reader, nodes } = connect(chain)
await verifyChainId(chain, nodes)
if ((await getBalance(reader, { address: account.address })) === 0n)
  fail(`${account.address} has no ${chain.nativeSymbol} on ${chainName}`)

const { address, blockNumber } = await deployFactory(reader, account)
const implementation = await readContract(reader, {
  address,
  abi: subscriptionFactoryAbi,
  functionName: 'implementation',
})
console.log(`"factory": "${address}"`)
console.log(
  `deployed to ${chainName} in block ${blockNumber}; subscriptions are clones of ${implementation}`,
)

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
