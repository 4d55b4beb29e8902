/**
 * Reads the data fee, which a rollup takes for carrying a transaction's bytes to the chain below it.
 * An OP stack chain takes it beside the gas, as its `GasPriceOracle` says; an Arbitrum chain puts it into
 * the gas, as its `NodeInterface` says. Both contracts have fixed addresses, and are asked only where
 * they exist.
 */
import { type Address, type Client, type Hex, parseAbi, parseGwei, zeroAddress } from 'viem'
import { getCode, readContract } from 'viem/actions'
import { askNodes } from '../ask-nodes.ts'
import type { ConnectedChain } from '../clients.ts'
import { GasQuotes } from './gas-quotes.ts'
import { isNodeFailure } from '../rpc/complaints.ts'
import { elapsedMs } from '../../shared/time.ts'

export const gasPriceOracle: Address = '0x420000000000000000000000000000000000000F'
const nodeInterface: Address = '0x00000000000000000000000000000000000000C8'
/** Every Arbitrum chain has code at this address; `NodeInterface` itself shows none. */
const arbSys: Address = '0x0000000000000000000000000000000000000064'

const oracleAbi = parseAbi(['function getL1Fee(bytes data) view returns (uint256)'])
/** Payable in the original; asked as a view, it is the same call. */
const interfaceAbi = parseAbi([
  'function gasEstimateL1Component(address to, bool contractCreation, bytes data) view returns (uint64 gasEstimateForL1, uint256 baseFee, uint256 l1BaseFeeEstimate)',
])

/** The fee is asked for so many bytes, which compress as badly as addresses do. */
const sampleBytes = 1_024
/** The fee follows the chain below, and moves until the transaction is mined. */
const marginPercent = 25n
const modelFreshMs = 10 * 60_000

export type DataFeeModel = 'none' | 'opStack' | 'inGas'
type Rollup = Pick<ConnectedChain, 'nodes' | 'gas'>

const known = new WeakMap<Client[], { model: DataFeeModel; until: number }>()

/** Finds how a chain takes its data fee, by the chains file or by the code it has. */
export async function findDataFeeModel({ nodes, gas }: Rollup): Promise<DataFeeModel> {
  if (gas.dataFee !== 'auto') return gas.dataFee
  const cached = known.get(nodes)
  if (cached && cached.until > elapsedMs()) return cached.model
  const models = await askNodes(nodes, findModelByCode)
  const model = models.find((found) => found !== 'none') ?? 'none'
  // A chain without an oracle may get one by an upgrade; a chain that has one keeps it.
  const freshMs = model === 'none' ? modelFreshMs : Infinity
  known.set(nodes, { model, until: elapsedMs() + freshMs })
  return model
}

const quotes = new GasQuotes<bigint>()

/** Reads the fee for each byte of a transaction, in wei, of several nodes the lower middle; 0 where data costs nothing. */
export async function readDataFeePerByte(chain: Rollup): Promise<bigint> {
  const model = await findDataFeeModel(chain)
  if (model === 'none') return 0n
  const ask = model === 'opStack' ? askOracle : askInterface
  const quoted = await quotes.ask(chain.nodes, ask)
  const fees = quoted.map(({ quote }) => quote)
  const fee = fees.toSorted((one, other) => (one < other ? -1 : 1))[
    Math.floor((fees.length - 1) / 2)
  ]!
  return (fee * (100n + marginPercent)) / (100n * BigInt(sampleBytes)) + 1n
}

/**
 * Returns the most that a byte may cost, in wei. No signature limits a data fee, so a higher one is neither
 * believed in a receipt nor paid: transactions wait.
 */
export const dataFeePerByteMax = ({ gas }: Pick<Rollup, 'gas'>): bigint =>
  parseGwei(gas.maxDataFeePerKilobyteGwei) / BigInt(sampleBytes)

/** Returns the most bytes of a transaction with this gas limit: activations have most for their gas. */
export const dataBytesOf = (gasLimit: bigint): bigint => envelopeBytes + (gasLimit * 3n) / 1_000n
/** All but the call data: numbers, addresses and the signature. */
export const envelopeBytes = 300n

async function findModelByCode(node: Client): Promise<DataFeeModel> {
  const hasCode = async (address: Address) => (await getCode(node, { address })) !== undefined
  if (await hasCode(gasPriceOracle)) return 'opStack'
  return (await hasCode(arbSys)) ? 'inGas' : 'none'
}

const askOracle = (node: Client): Promise<bigint> =>
  orNothing(() =>
    readContract(node, {
      address: gasPriceOracle,
      abi: oracleAbi,
      functionName: 'getL1Fee',
      args: [sample],
    }),
  )

const askInterface = (node: Client): Promise<bigint> =>
  orNothing(async () => {
    const [gas, baseFee] = await readContract(node, {
      address: nodeInterface,
      abi: interfaceAbi,
      functionName: 'gasEstimateL1Component',
      args: [zeroAddress, false, sample],
    })
    return gas * baseFee
  })

/** Returns 0 where the contract reverts: then it is no oracle. */
async function orNothing(read: () => Promise<bigint>): Promise<bigint> {
  try {
    return await read()
  } catch (error) {
    if (isNodeFailure(error)) throw error
    return 0n
  }
}

/** The same bytes each time, without zeros and without a pattern that compresses (mulberry32). */
const sample: Hex = `0x${Array.from({ length: sampleBytes }, (_, index) => {
  const mixed = Math.imul((index + 1) * 0x6d2b79f5, 0x85ebca6b) >>> 0
  return ((mixed >>> 24) | 1).toString(16).padStart(2, '0')
}).join('')}`
