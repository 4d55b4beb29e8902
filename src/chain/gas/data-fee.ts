/**
 * What a rollup takes for carrying a transaction's bytes to the chain below it. An OP stack chain
 * takes it beside the gas, as its `GasPriceOracle` says; an Arbitrum chain puts it into the gas, as
 * its `NodeInterface` says. Both stand at addresses of their own, and are asked only where they do.
 */
import { type Address, type Client, type Hex, parseAbi, parseGwei, zeroAddress } from 'viem'
import { getCode, readContract } from 'viem/actions'
import { askNodes } from '../ask-nodes.ts'
import type { ConnectedChain } from '../clients.ts'
import { GasQuotes } from './gas-quotes.ts'
import { isNodeFailure } from '../rpc/complaints.ts'

export const gasPriceOracle: Address = '0x420000000000000000000000000000000000000F'
const nodeInterface: Address = '0x00000000000000000000000000000000000000C8'
/** Where every Arbitrum chain has code; `NodeInterface` itself shows none. */
const arbSys: Address = '0x0000000000000000000000000000000000000064'

const oracleAbi = parseAbi(['function getL1Fee(bytes data) view returns (uint256)'])
/** Payable in the original; asked as a view, it is the same call. */
const interfaceAbi = parseAbi([
  'function gasEstimateL1Component(address to, bool contractCreation, bytes data) view returns (uint64 gasEstimateForL1, uint256 baseFee, uint256 l1BaseFeeEstimate)',
])

/** Bytes that compress as badly as addresses do: the fee is asked for so many. */
const sampleBytes = 1_024
/** The fee follows the chain below, and moves until the transaction is mined. */
const marginPercent = 25n
const kindFreshMs = 10 * 60_000

export type DataFeeModel = 'none' | 'opStack' | 'inGas'
type Rollup = Pick<ConnectedChain, 'nodes' | 'gas'>

const known = new WeakMap<Client[], { kind: DataFeeModel; until: number }>()

/** Which of the two a chain is, by the chains file or by the code it has. */
export async function findDataFeeModel({ nodes, gas }: Rollup): Promise<DataFeeModel> {
  if (gas.dataFee !== 'auto') return gas.dataFee
  const remembered = known.get(nodes)
  if (remembered && remembered.until > performance.now()) return remembered.kind
  const kinds = await askNodes(nodes, kindByCode)
  const kind = kinds.find((found) => found !== 'none') ?? 'none'
  // What is none today may be an oracle's chain after an upgrade; an oracle's chain stays one.
  const freshMs = kind === 'none' ? kindFreshMs : Infinity
  known.set(nodes, { kind, until: performance.now() + freshMs })
  return kind
}

const quotes = new GasQuotes<bigint>()

/** Wei for each byte of a transaction, of several nodes the lower middle; 0 where data costs nothing. */
export async function readDataFeePerByte(chain: Rollup): Promise<bigint> {
  const kind = await findDataFeeModel(chain)
  if (kind === 'none') return 0n
  const ask = kind === 'opStack' ? askOracle : askInterface
  const told = await quotes.ask(chain.nodes, ask)
  const fees = told.map(({ quote }) => quote)
  const fee = fees.toSorted((one, other) => (one < other ? -1 : 1))[
    Math.floor((fees.length - 1) / 2)
  ]!
  return (fee * (100n + marginPercent)) / (100n * BigInt(sampleBytes)) + 1n
}

/**
 * The most that a byte may cost, in wei. No signature limits a data fee, so what nodes say above this
 * is neither believed of what was spent nor paid: transactions wait.
 */
export const dataFeePerByteMax = ({ gas }: Pick<Rollup, 'gas'>): bigint =>
  parseGwei(gas.maxDataFeePerKilobyteGwei) / BigInt(sampleBytes)

/** The bytes of a transaction that asks for so much gas, at most: activations have most for their gas. */
export const dataBytesOf = (gasLimit: bigint): bigint => envelopeBytes + (gasLimit * 3n) / 1_000n
/** All but the call data: numbers, addresses and the signature. */
export const envelopeBytes = 300n

async function kindByCode(node: Client): Promise<DataFeeModel> {
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

/** Code that does not answer as it should is no oracle. */
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
