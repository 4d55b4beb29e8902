/**
 * Deploys the factories on a chain of the chains file, at the addresses that they have on every
 * chain. A factory that is there already is left as it is, whoever deployed it. It asks before it spends gas; --yes is
 * the answer beforehand, for who has no terminal.
 *
 *     CHAINS_FILE=chains.json DEPLOYER_KEY=0x… npm run deploy:contracts -- <chain name>
 */
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getBalance } from 'viem/actions'
import {
  depositFactoryAddress,
  depositImplementationAddress,
} from '../src/chain/abi/deposit-factory.ts'
import {
  subscriptionFactoryAddress,
  subscriptionImplementationAddress,
} from '../src/chain/abi/subscription-factory.ts'
import { connectChain, verifyChainId } from '../src/chain/clients.ts'
import { hasCode } from '../src/chain/contract-state.ts'
import { deployDepositFactory, deployFactory } from '../src/chain/deployments/deploy-contracts.ts'
import { readChainsFile } from '../src/shared/chains.ts'
import { agreement, agreesTo } from './ask-first.ts'

const { CHAINS_FILE, DEPLOYER_KEY } = process.env
const words = process.argv.slice(2)
const [chainName] = words.filter((word) => word !== agreement)
if (!CHAINS_FILE || !DEPLOYER_KEY || !chainName)
  fail('set CHAINS_FILE and DEPLOYER_KEY, and name a chain')

try {
  await deploy(CHAINS_FILE, DEPLOYER_KEY as Hex, chainName)
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

async function deploy(chainsFile: string, deployerKey: Hex, chainName: string): Promise<void> {
  const chain = readChainsFile(chainsFile).find(({ name }) => name === chainName)
  if (!chain) fail(`there is no chain ${chainName} in ${chainsFile}`)
  if (chain.rpcUrls.length === 0) fail(`${chainName} has no rpcUrls`)
  const account = privateKeyToAccount(deployerKey)
  const connection = connectChain(chain)
  const { reader } = connection
  await verifyChainId(chain, connection)
  const factories = [subscriptionFactoryAddress, depositFactoryAddress] as const
  const areThere = await Promise.all(factories.map((address) => hasCode(reader, address)))
  if (areThere.includes(false) && (await getBalance(reader, { address: account.address })) === 0n)
    fail(`${account.address} has no ${chain.nativeSymbol} on ${chainName}`)
  const lacking = ['factory', 'depositFactory'].filter((_, index) => !areThere[index])
  const sentence = `deploy:contracts sends transactions on ${chainName} (chain ${chain.chainId}), with the ${chain.nativeSymbol} of ${account.address}, that put there: ${lacking.join(', ')}.`
  if (lacking.length > 0 && !words.includes(agreement) && !(await agreesTo(sentence))) return

  const say = (field: string, address: string, outcome: 'deployed' | 'there already') => {
    const said = outcome === 'deployed' ? 'deployed now' : 'was there already'
    console.log(`${field} ${address} on ${chainName}: ${said}`)
  }
  say('factory', subscriptionFactoryAddress, await deployFactory(reader, account))
  say('depositFactory', depositFactoryAddress, await deployDepositFactory(reader, account))
  console.log(`Subscriptions are clones of ${subscriptionImplementationAddress}.`)
  console.log(`Deposits are clones of ${depositImplementationAddress}.`)
  if (chain.factory || chain.depositFactory)
    console.log(
      `The chains file names factories of its own for ${chainName}: leave them out to use these.`,
    )
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
