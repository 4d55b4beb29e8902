/** Payers with money for the benchmark of the widget, on the service's own chain with a block every two seconds. */
import { createTestClient, http, parseEther, publicActions, walletActions } from 'viem'
import type { Address } from 'viem'
import type { DevJson } from '../../examples/client/dev-json.ts'
import { Merchant } from '../../examples/client/merchant.ts'
import { demoTokenAbi } from '../../src/chain/abi/demo-token.ts'
import { type Abilities, TestWallet } from '../../test/browser/wallet.ts'

const blockSeconds = 2
export const oneToken = 1_000_000n

/** The chain has two tokens: the second takes no permits, and has a limit reset before it is changed. */
export type TokenPlace = 0 | 1

export type Payers = Awaited<ReturnType<typeof preparePayers>>

/** Has blocks come every two seconds, and makes a plan of each token. */
export async function preparePayers(dev: DevJson) {
  const chain = dev.chains[0]!
  const merchant = new Merchant(dev)
  const node = createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) })
    .extend(publicActions)
    .extend(walletActions)
  await node.setIntervalMining({ interval: blockSeconds })
  const { id } = await merchant.asPerson<{ id: string }>('POST', '/test/plans', {
    name: 'Maps',
    description: 'All maps, offline too.',
    asset: chain.assets[1]!.code,
    amount: '10',
    periodDays: 31,
  })
  await merchant.asPerson('POST', `/test/plans/${id}/activate`, {})
  const plans = [dev.planId, id] as const
  let customers = 0

  /** Returns a wallet with 100 tokens and gas, and the widget's address for its owner. */
  async function arrive(token: TokenPlace, abilities: Abilities) {
    const wallet = new TestWallet([chain], 'Test Wallet', abilities)
    const { address, signer } = wallet.account
    await node.setBalance({ address, value: parseEther('1') })
    const hash = await node.writeContract({
      address: chain.assets[token]!.address as Address,
      abi: demoTokenAbi,
      functionName: 'mint',
      args: [address, 100n * oneToken],
      account: signer,
      chain: null,
    })
    await node.waitForTransactionReceipt({ hash })
    if (abilities.batches === 'supported') await wallet.account.upgrade(chain)
    const customerId = `payer-${++customers}`
    const created = await merchant.mandate.customerTokens.create({ customerId })
    return { wallet, address: `${dev.widgetUrl}/?plan=${plans[token]}&session=${created.token}` }
  }
  return { arrive }
}
