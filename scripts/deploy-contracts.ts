/**
 * Deploys the factories that the chains file does not name yet and prints what to write into it.
 *
 *   CHAINS_FILE=chains.json DEPLOYER_KEY=0x… npm run deploy:contracts -- <chain name>
 */
import { getBalance, readContract } from 'viem/actions'
import { privateKeyToAccount } from 'viem/accounts'
import type { Address, Hex } from 'viem'
import { subscriptionFactoryAbi } from '../src/chain/abi/subscription-factory.ts'
import { connect, verifyChainId } from '../src/chain/clients.ts'
import { deployDepositFactory, deployFactory } from '../src/chain/deploy-contracts.ts'
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

const factory = chain.factory ?? (await deployFactory(reader, account)).address
const depositFactory = chain.depositFactory ?? (await deployDepositFactory(reader, account)).address
console.log(`"factory": "${factory}", "depositFactory": "${depositFactory}"`)
console.log(`on ${chainName}, subscriptions are clones of ${await implementationOf(factory)}`)
console.log(`and deposits are clones of ${await implementationOf(depositFactory)}`)

/** Both kinds of factory tell it in the same way. */
function implementationOf(address: Address): Promise<Address> {
  return readContract(reader, {
    address,
    abi: subscriptionFactoryAbi,
    functionName: 'implementation',
  })
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
