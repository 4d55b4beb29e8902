/**
 * Checks a proof of leaving, offline: that its terms belong to the contract's address, and that the operator
 * of these terms has signed it. With the address of a node of the chain it also asks what stands there now.
 *
 *     node scripts/run.mjs scripts/verify-proof.ts <file> [--rpc URL]
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Address, createClient, http } from 'viem'
import { getBlock, getChainId, readContract } from 'viem/actions'
import { prettifyError, ZodError } from 'zod'
import { erc20Abi } from '../src/chain/abi/erc20.ts'
import { readContractStates } from '../src/chain/contract-state.ts'
import { errorText } from '../src/shared/errors.ts'
import {
  findProofFaults,
  LeavingProof,
  type LeavingStatement,
} from '../src/shared/proofs/leaving-proof.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rpc: { type: 'string' } },
})
const [path] = positionals
if (!path) stop('Name the file of the proof: verify-proof.ts <file> [--rpc URL].')

const proof = readProof(path)
const faults = await findProofFaults(proof)
const { statement } = proof
if (values.rpc) faults.push(...(await findFaultsOnChain(statement, values.rpc)))
for (const fault of faults) console.error(`WRONG: ${fault}`)
if (faults.length === 0) {
  const moment = (seconds: number) => new Date(seconds * 1000).toISOString()
  console.log(`The contract ${statement.contractAddress} on chain ${statement.chainId}`)
  console.log(`between ${statement.payer} and ${statement.merchant}`)
  console.log(
    `was cancelled at ${moment(statement.cancelledAt)}, in ${statement.cancelledByTransaction}.`,
  )
  console.log(`Its allowance was ${statement.allowance} base units at ${moment(statement.readAt)}.`)
  console.log(`Signed by its operator ${statement.operator}.`)
}
process.exitCode = faults.length === 0 ? 0 : 1

function readProof(file: string): LeavingProof {
  try {
    return LeavingProof.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (error instanceof ZodError)
      stop(`${file} is not a proof of leaving:\n${prettifyError(error)}`)
    stop(`${file} cannot be read as a proof of leaving: ${errorText(error)}`)
  }
}

function stop(why: string): never {
  console.error(why)
  process.exit(1)
}

/** Asks a node whether the contract is cancelled now, and whether the block of the cancellation is still there. */
async function findFaultsOnChain(said: LeavingStatement, url: string): Promise<string[]> {
  const client = createClient({ transport: http(url) })
  const chainId = await getChainId(client)
  if (chainId !== said.chainId) return [`the node serves chain ${chainId}, not ${said.chainId}`]
  const contract = said.contractAddress as Address
  const [[state], block, allowance] = await Promise.all([
    readContractStates(client, [contract]),
    getBlock(client, { blockNumber: BigInt(said.cancelledInBlock) }),
    readContract(client, {
      address: said.token as Address,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [said.payer as Address, contract],
    }),
  ])
  console.log(`The node says: the allowance is ${allowance} base units now.`)
  return [
    ...(state?.isCancelled ? [] : ['the contract is not cancelled now']),
    ...(block.hash === said.cancelledInBlockHash
      ? []
      : [`block ${said.cancelledInBlock} is another one now: ${block.hash}`]),
  ]
}
