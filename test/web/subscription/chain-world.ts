/** A chain with our factory and two tokens, and payers with real wallets on it, without a service. */
import { type Abi, type Address, encodeFunctionData, type Hex, numberToHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { sendTransaction, waitForTransactionReceipt, writeContract } from 'viem/actions'
import { daySeconds } from '../../../machines/durations.ts'
import { demoTokenAbi } from '../../../src/chain/abi/demo-token.ts'
import { erc20Abi } from '../../../src/chain/abi/erc20.ts'
import { subscriptionFactoryAbi } from '../../../src/chain/abi/subscription-factory.ts'
import { deployDemoToken, deployFactory } from '../../../src/chain/deployments/deploy-contracts.ts'
import { startAnvil } from '../../../src/embedded/anvil.ts'
import { localChains } from '../../../src/shared/chains.ts'
import { deriveContractAddress } from '../../../web/subscription/contract-address.ts'
import { readContract } from '../../../web/subscription/chain/read-contract.ts'
import type { Signer } from '../../../web/subscription/signing/ask-wallet.ts'
import {
  type OnChainSubscription,
  type SubscriptionTerms,
} from '../../../web/subscription/terms.ts'
import { clientOf } from '../../browser/wallet-account.ts'
import { type Abilities, TestWallet } from '../../browser/wallet.ts'
import { chainId, factory, terms as usualTerms } from './terms.ts'

export const oneToken = 1_000_000n

export type ChainWorld = Awaited<ReturnType<typeof startChainWorld>>

export async function startChainWorld() {
  const node = await startAnvil({ chainId })
  const chain = { name: 'LocalTestNet', chainId, rpcUrl: node.url }
  const client = clientOf(chain)
  const operator = privateKeyToAccount(generatePrivateKey())
  const command = (method: string, params: unknown[] = []) =>
    client.request({ method, params } as never) as Promise<unknown>
  const giveGas = (address: Address) =>
    command('anvil_setBalance', [address, numberToHex(10n ** 18n)])
  await giveGas(operator.address)
  await deployFactory(client, operator)
  const [usdc, usdt] = localChains[0]!.assets
  const permitToken = await deployDemoToken(client, operator, usdc!)
  const resetToken = await deployDemoToken(client, operator, usdt!)

  /** Sends a call from an account that is nobody's in the subscription, as the gas wallet does. */
  const write = async (address: Address, abi: Abi, functionName: string, args: unknown[]) => {
    const call = { account: operator, chain: client.chain!, address, abi, functionName, args }
    return waitForTransactionReceipt(client, { hash: await writeContract(client, call) })
  }
  const timeOf = async (): Promise<number> => {
    const block = await command('eth_getBlockByNumber', ['latest', false])
    return Number((block as { timestamp: Hex }).timestamp)
  }
  return {
    chain,
    client,
    operator,
    tokens: { permit: permitToken.address, reset: resetToken.address },
    command,
    write,
    giveGas,
    timeOf,
    async passTo(unixSeconds: number) {
      await command('evm_setNextBlockTimestamp', [unixSeconds])
      await command('evm_mine')
    },
    charge: (subscription: OnChainSubscription) =>
      write(factory, subscriptionFactoryAbi, 'charge', [subscription.contractAddress]),
    activate({ terms: { id, ...terms } }: OnChainSubscription) {
      const solidityTerms = { ...terms, amount: BigInt(terms.amount) }
      return write(factory, subscriptionFactoryAbi, 'activate', [solidityTerms, id])
    },
    stop: () => node.stop(),
  }
}

type Wishes = {
  token?: keyof ChainWorld['tokens']
  tokens?: bigint
  abilities?: Abilities
  terms?: Partial<SubscriptionTerms>
}

/** Makes a payer with a wallet, and a subscription of theirs that nobody has deployed yet. */
export async function newPayer(world: ChainWorld, wishes: Wishes = {}) {
  const { token = 'permit', tokens = 1_000n * oneToken, abilities = {}, terms } = wishes
  const wallet = new TestWallet([world.chain], 'Test Wallet', abilities)
  await world.giveGas(wallet.account.address)
  if (abilities.batches === 'supported') await wallet.account.upgrade(world.chain)
  await world.write(world.tokens[token], demoTokenAbi, 'mint', [wallet.account.address, tokens])
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  const subscription = await newSubscription(world, wallet, world.tokens[token], terms)
  const signer: Signer = {
    provider: wallet.provider,
    account: wallet.account.address,
    blockchain: { ...world.chain, nativeSymbol: 'ETH', explorerUrl: null, publicRpcUrl: null },
  }
  const call = (functionName: 'approve' | 'transfer', args: [Address, bigint]) => ({
    to: subscription.terms.token,
    data: encodeFunctionData({ abi: erc20Abi, functionName, args }),
  })
  const send = async (sent: { to: Address; data: Hex }) => {
    const from = { account: wallet.account.signer, chain: world.client.chain! }
    const hash = await sendTransaction(world.client, { ...from, ...sent })
    return waitForTransactionReceipt(world.client, { hash })
  }
  const read = () => readContract(wallet.provider, subscription)
  return {
    world,
    wallet,
    signer,
    subscription,
    read,
    /** Sends from the account itself, outside of the page; so do the next two. */
    send,
    approve: (value: bigint) => send(call('approve', [subscription.contractAddress, value])),
    spendTokens: async () =>
      send(call('transfer', [world.operator.address, (await read()).balance])),
  }
}

export type ChainPayer = Awaited<ReturnType<typeof newPayer>>

async function newSubscription(
  world: ChainWorld,
  wallet: TestWallet,
  token: Address,
  changes: Partial<SubscriptionTerms> = {},
): Promise<OnChainSubscription> {
  const start = await world.timeOf()
  const terms: SubscriptionTerms = {
    ...usualTerms,
    token,
    payer: wallet.account.address,
    operator: world.operator.address,
    start,
    activateUntil: start + 37 * daySeconds,
    ...changes,
  }
  return {
    terms,
    factory,
    chainId,
    contractAddress: deriveContractAddress({ terms, factory, chainId }),
  }
}
