/**
 * Moves on what was sent to a payment's deposit address on another chain than the payment's. The address does
 * not commit to the chain, so wherever the deposit factory is, anybody may sweep it, to the payment's receiver
 * and nowhere else, and pays the gas for it.
 */
import {
  type Account,
  type Address,
  type Client,
  type Hex,
  parseEventLogs,
  zeroAddress,
} from 'viem'
import { getBalance, getCode, readContract, simulateContract, writeContract } from 'viem/actions'
import { predictDepositAddress } from '../../shared/addresses/deposit-address.ts'
import { depositFactoryAbi, depositFactoryAddress } from '../abi/deposit-factory.ts'
import { hasCode } from '../contract-state.ts'
import { requireMined } from '../mined.ts'
import { readHoldings } from './holdings.ts'

/** A payment with the contracts of its own chain. */
export type Recoverable = {
  depositFactory: Address
  depositImplementation: Address
  depositAddress: Address
  receiver: Address
  idHash: Hex
}
/** `amount` in base units; the zero address is the native coin. */
export type Recovered = { token: Address; amount: bigint; transactionHash: Hex }

/** An account that delegates to code (EIP-7702) is still the account of one key on every chain. */
const delegationPrefix = '0xef0100'

/**
 * Requires that the chain's factory can sweep the payment's deposit address.
 *
 * @throws where the factory is missing, or derives another address
 */
export async function requireRecoverable(client: Client, payment: Recoverable): Promise<void> {
  const { depositFactory, receiver, idHash, depositAddress } = payment
  const { name } = client.chain!
  if (predictDepositAddress(payment, receiver, idHash) !== depositAddress)
    throw new Error(
      `the deposit address ${depositAddress} was not derived by ${depositFactory}: it was made by an earlier version, and is on its own chain only`,
    )
  if (!(await hasCode(client, depositFactory)))
    throw new Error(
      `${name} has no deposit factory at ${depositFactory}${howToPutIt(depositFactory)}`,
    )
  const derived = await readContract(client, {
    address: depositFactory,
    abi: depositFactoryAbi,
    functionName: 'predict',
    args: [receiver, idHash],
  })
  if (derived === depositAddress) return
  throw new Error(
    `the factory ${depositFactory} on ${name} derives ${derived}, not ${depositAddress}: this chain makes addresses otherwise, and what lies at ${depositAddress} is out of reach there`,
  )
}

const howToPutIt = (depositFactory: Address): string =>
  depositFactory === depositFactoryAddress
    ? ' yet: anybody can put it there, by `npm run deploy:contracts` with the chain in the chains file; then try again'
    : ": the payment's chain has a factory of its own, which is at that address on no other chain"

/**
 * Reads whether the receiver is a contract, such as a multi-signature wallet. On another chain that may not
 * exist, or have other owners, even with the very same code.
 */
export async function isContract(client: Client, receiver: Address): Promise<boolean> {
  const code = await getCode(client, { address: receiver })
  return code !== undefined && !code.startsWith(delegationPrefix)
}

/** Finds which of these tokens, and the native coin, lie at the deposit address. */
export async function findHeld(
  client: Client,
  { depositAddress }: Recoverable,
  tokens: Address[],
): Promise<Address[]> {
  const [balances, coin] = await Promise.all([
    readHoldings(
      client,
      tokens.map((token) => ({ token, holder: depositAddress })),
    ),
    getBalance(client, { address: depositAddress }),
  ])
  const held = tokens.filter((_, index) => (balances[index] ?? 0n) > 0n)
  return coin > 0n ? [...held, zeroAddress] : held
}

/**
 * Sweeps one token to the receiver, and waits until that is mined.
 *
 * @throws with the contract's own error where the token or the receiver refuses
 */
export async function recoverDeposit(
  client: Client,
  account: Account,
  { depositFactory, depositAddress, receiver, idHash }: Recoverable,
  token: Address,
): Promise<Recovered> {
  const { request } = await simulateContract(client, {
    account,
    address: depositFactory,
    abi: depositFactoryAbi,
    functionName: 'sweep',
    args: [receiver, idHash, token],
  })
  const transactionHash = await writeContract(client, request)
  const { logs } = await requireMined(client, transactionHash)
  const swept = parseEventLogs({ abi: depositFactoryAbi, eventName: 'Swept', logs }).find(
    ({ address, args }) =>
      address.toLowerCase() === depositFactory.toLowerCase() && args.deposit === depositAddress,
  )
  return { token, amount: swept?.args.amount ?? 0n, transactionHash }
}
