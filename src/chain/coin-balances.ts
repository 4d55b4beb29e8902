/**
 * Reads what many addresses hold of the native coin in one call. No contract is needed for it: the
 * call is a deployment that nobody makes, whose code is the list of balances.
 */
import { type Address, type Client, concat, hexToBigInt, type Hex, pad, size, slice } from 'viem'
import { call } from 'viem/actions'
import { chunksOf } from '../shared/chunks-of.ts'
import { readFromChain, RpcUnavailable } from './chain-errors.ts'

/** A node takes 24,576 bytes as the code of a contract (EIP-170), which is what the balances are given back as. */
const addressesAtOnceMax = 500
const wordBytes = 32

/**
 * Copies the addresses behind it into memory, writes over each what it holds, and returns them:
 *
 *     codecopy(0, 35, codesize - 35)
 *     for i = 0; i < codesize - 35; i += 32: memory[i] = balance(memory[i])
 *     return(0, codesize - 35)
 */
const program: Hex = '0x6023803803809160003960005b818110601757506000f35b8051318152602001600c56'

/** Reads the balances in wei, in order, now or as of a block; throws `RpcUnavailable`. */
export async function readCoinBalances(
  client: Client,
  addresses: readonly Address[],
  blockNumber?: bigint,
): Promise<bigint[]> {
  const balances: bigint[] = []
  for (const some of chunksOf(addresses, addressesAtOnceMax))
    balances.push(...(await readSome(client, some, blockNumber)))
  return balances
}

async function readSome(
  client: Client,
  addresses: Address[],
  blockNumber: bigint | undefined,
): Promise<bigint[]> {
  const { data } = await readFromChain(() =>
    call(client, {
      data: concat([program, ...addresses.map((address) => pad(address))]),
      ...(blockNumber !== undefined && { blockNumber }),
    }),
  )
  if (!data || size(data) !== addresses.length * wordBytes)
    throw new RpcUnavailable(`a node gave no list of ${addresses.length} balances`)
  return addresses.map((_, index) =>
    hexToBigInt(slice(data, index * wordBytes, (index + 1) * wordBytes)),
  )
}
