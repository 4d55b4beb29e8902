/** The two chains of the tested service, and the tests' commands to them. */
import {
  type Address,
  createTestClient,
  encodeAbiParameters,
  keccak256,
  numberToHex,
  http,
  parseEther,
  publicActions,
  walletActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { DevJson } from '../../examples/client/dev-json.ts'
import { Payer } from '../../examples/client/payer.ts'
import { demoTokenAbi } from '../../src/chain/abi/demo-token.ts'
import { reorg } from '../chain/dev-node.ts'
import type { WalletChain } from './wallet.ts'
import { served } from './served.ts'

/** Both tokens have six decimals. */
export const oneToken = 1_000_000n

export type Chain = WalletChain & {
  /** Asset codes of the two demo tokens, and their addresses. */
  codes: [string, string]
  tokens: [Address, Address]
  /** Makes the subscriptions. */
  factory: Address
  /** A payer who sends from a wallet outside the page. */
  payer: Payer
  giveGas(to: Address): Promise<void>
  setGas(of: Address, wei: bigint): Promise<void>
  /** Mints tokens, in a transfer of their own. */
  mint(token: Address, to: Address, baseUnits: bigint): Promise<void>
  /** Sets what somebody holds, as a token does whose balances grow by themselves: no transfer tells of it. */
  setTokens(token: Address, of: Address, baseUnits: bigint): Promise<void>
  /** Adds empty blocks. */
  mine(blocks: number): Promise<void>
  /** Stops making blocks, so that transactions wait until `letBlocksCome`. */
  holdBlocks(): Promise<void>
  letBlocksCome(): Promise<void>
  /** Replaces the newest blocks by others without their transactions, as a reorganisation does. */
  takeBack(blocks: number): Promise<void>
}

export const dev = served.devJson as DevJson

/** A transfer counts with one confirmation on the first, with three on the second. */
export const [quick, slow] = dev.chains.map(toChain) as [Chain, Chain]

function toChain({ name, chainId, rpcUrl, factory, assets }: DevJson['chains'][number]): Chain {
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrl) })
    .extend(publicActions)
    .extend(walletActions)
  let isHeld = false
  const setGas = (address: Address, value: bigint) => client.setBalance({ address, value })
  const giveGas = (address: Address) => setGas(address, parseEther('1'))
  return {
    name,
    chainId,
    rpcUrl,
    codes: [assets[0]!.code, assets[1]!.code],
    factory: factory as Address,
    tokens: [assets[0]!.address as Address, assets[1]!.address as Address],
    payer: new Payer({ ...dev, chains: dev.chains.filter((one) => one.chainId === chainId) }),
    giveGas,
    setGas,
    async mint(address, to, baseUnits) {
      // An account of its own has a nonce of its own, so several may mint at once.
      const account = privateKeyToAccount(generatePrivateKey())
      await giveGas(account.address)
      const call = { address, abi: demoTokenAbi, functionName: 'mint' } as const
      await client.writeContract({ ...call, args: [to, baseUnits], account, chain: null })
    },
    async setTokens(address, of, baseUnits) {
      // The balances are the first that the demo token declares.
      const place = encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [of, 0n])
      const value = numberToHex(baseUnits, { size: 32 })
      await client.setStorageAt({ address, index: keccak256(place), value })
      await client.mine({ blocks: 1 })
    },
    mine: (blocks) => client.mine({ blocks }),
    async holdBlocks() {
      isHeld = true
      await client.setAutomine(false)
    },
    async letBlocksCome() {
      if (!isHeld) return
      isHeld = false
      await client.setAutomine(true)
      await client.mine({ blocks: 1 })
    },
    takeBack: (blocks) => reorg({ reader: client }, blocks),
  }
}
