/** Tokens that nobody vouches for, and logs that look like theirs. */
import {
  type Abi,
  type Address,
  concatHex,
  getAddress,
  getContractAddress,
  type Hex,
  numberToHex,
  pad,
} from 'viem'
import { deployContract, getTransactionCount, sendTransaction } from 'viem/actions'
import { compileContracts } from '../../scripts/contracts-solc.ts'
import { demoTokenAbi } from '../../src/chain/abi/demo-token.ts'
import { deployDemoToken } from '../../src/chain/deployments/deploy-contracts.ts'
import { type Payer, sendFrom } from './payers.ts'
import { untilMined } from './until.ts'
import type { World } from './world.ts'

export type StrangeToken = { address: Address; abi: Abi }

/** Deploys one of the hostile contracts of the contracts' own tests, and gives the payer some of it. */
export async function deployHostileToken(
  world: World,
  payer: Payer,
  name: 'BlockingToken' | 'BoastingToken' | 'FeeToken',
  amount: bigint,
): Promise<StrangeToken> {
  const contract = compileContracts([`test/hostile/${name}.sol`]).get(name)!
  const abi = contract.abi as Abi
  const { reader } = world.direct
  const hash = await deployContract(reader, {
    account: payer.account,
    chain: reader.chain!,
    abi,
    bytecode: contract.bytecode as Hex,
  })
  const address = getAddress((await untilMined(world.direct, hash)).contractAddress!)
  await sendFrom(world, payer, { to: address, abi, name: 'mint', args: [payer.address, amount] })
  return { address, abi }
}

/** Deploys a token with the name and symbol of the real one, and gives the payer some of it. */
export async function deployFake(world: World, payer: Payer, amount: bigint): Promise<Address> {
  const [asset] = world.chain.assets
  const { address } = await deployDemoToken(world.direct.reader, payer.account, asset!)
  await sendFrom(world, payer, {
    to: address,
    abi: demoTokenAbi,
    name: 'mint',
    args: [payer.address, amount],
  })
  return address
}

const push32 = '0x7f'
const push1 = '0x60'
const log0 = 0xa0
const mstore = '0x52'

/** The address from which the payer's next `logAnything` will log. */
export async function nextLogger(world: World, { address }: Payer): Promise<Address> {
  const nonce = await getTransactionCount(world.direct.reader, { address })
  return getContractAddress({ from: address, nonce: BigInt(nonce) })
}

/** Logs anything at all, from an address that has no code afterwards. */
export async function logAnything(
  world: World,
  payer: Payer,
  topics: readonly string[],
  words: bigint[],
): Promise<void> {
  const { reader } = world.direct
  const stores = words.flatMap((word, index) => [
    push32,
    numberToHex(word, { size: 32 }),
    push1,
    numberToHex(32 * index, { size: 1 }),
    mstore,
  ])
  const code = concatHex([
    ...stores,
    ...topics.toReversed().flatMap((topic) => [push32, pad(topic as Hex)]),
    push1,
    numberToHex(32 * words.length, { size: 1 }),
    push1,
    '0x00',
    numberToHex(log0 + topics.length, { size: 1 }),
  ] as Hex[])
  const hash = await sendTransaction(reader, {
    account: payer.account,
    chain: reader.chain!,
    data: code,
  })
  await untilMined(world.direct, hash)
}
