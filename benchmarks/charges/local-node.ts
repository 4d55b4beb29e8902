/**
 * Commands that only a local node has: gas and tokens out of nothing, and transactions of accounts without a
 * key. A node drops some of what it is sent at once, so everything is sent until it is there.
 */
import {
  type Address,
  concat,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  parseEther,
} from 'viem'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoTokenAbi } from '../../src/chain/abi/demo-token.ts'
import { chunksOf } from '../../src/shared/chunks-of.ts'

type Call = { method: string; params: unknown[] }
type Answer = { id: number; result?: unknown; error?: { message: string } }
export type Approval = { payer: Address; token: Address; spender: Address; amount: bigint }

/** The most calls in one request: a node works on all of them at once. */
const callsTogetherMax = 400
/** Rounds in which what the node dropped is sent again. */
const roundsMax = 20
/** Payers who approve at once: the more a node has in its pool, the longer it takes for each. */
const payersTogetherMax = 1_000
const lookEveryMs = 100
const looksMax = 30
const gasLooksMax = 200
/** The demo token's storage has its mappings here: balances by holder, allowances by holder and spender. */
const balancesSlot = pad('0x00')
const allowancesSlot = pad('0x01')
/** Blocks take everything at once while payers prepare. */
const wideBlockGas = 1_000_000_000n
const blockGas = 30_000_000n
const approvalGas = numberToHex(100_000)

export async function giveGas(rpcUrl: string, address: string): Promise<void> {
  await callNode(rpcUrl, [balanceCall(address)])
}

/** Gives every payer tokens and an allowance by writing the token's storage, which no log speaks of. */
export async function writeAllowances(rpcUrl: string, approvals: Approval[]): Promise<void> {
  await callNode(rpcUrl, approvals.map(writeBalance))
  await callNode(rpcUrl, approvals.map(writeAllowance))
  const missing = await findMissing(rpcUrl, approvals)
  if (missing.length)
    throw new Error(`${missing.length} allowances are not where they were written`)
}

/**
 * Gives every payer gas and tokens, and approves for each the allowance that its contract needs.
 *
 * @throws when a node has not taken all of them after 20 rounds
 */
export async function fundAndApprove(rpcUrl: string, approvals: Approval[]): Promise<void> {
  await setBlockGas(rpcUrl, wideBlockGas)
  await callNode(rpcUrl, approvals.map(writeBalance))
  for (const some of chunksOf(approvals, payersTogetherMax)) await approveThose(rpcUrl, some)
  await setBlockGas(rpcUrl, blockGas)
}

/** A node that makes a block meanwhile forgets it with the end of that block, so it is said until a block has it. */
async function setBlockGas(rpcUrl: string, gas: bigint): Promise<void> {
  const limit = numberToHex(gas)
  for (let look = 0; look < gasLooksMax; look++) {
    const [, { result: block }] = (await callNode(rpcUrl, [
      { method: 'evm_setBlockGasLimit', params: [limit] },
      { method: 'eth_getBlockByNumber', params: ['latest', false] },
    ])) as [Answer, Answer]
    if ((block as { gasLimit: Hex }).gasLimit === limit) return
    await sleep(lookEveryMs)
  }
  throw new Error(`the node does not take ${gas} as the gas of a block`)
}

async function approveThose(rpcUrl: string, approvals: Approval[]): Promise<void> {
  let missing = approvals
  for (let round = 0; missing.length; round++) {
    if (round === roundsMax) throw new Error(`the node did not take ${missing.length} approvals`)
    for (const step of steps) await callNode(rpcUrl, missing.map(step), { mayFail: round > 0 })
    missing = await untilMined(rpcUrl, missing)
  }
  await callNode(rpcUrl, approvals.map(stopImpersonating))
}

/** Waits for the node's next blocks; returns what none of them holds. */
async function untilMined(rpcUrl: string, approvals: Approval[]): Promise<Approval[]> {
  let missing = await findMissing(rpcUrl, approvals)
  for (let look = 0; missing.length && look < looksMax; look++) {
    await sleep(lookEveryMs)
    missing = await findMissing(rpcUrl, missing)
  }
  return missing
}

async function findMissing(rpcUrl: string, approvals: Approval[]): Promise<Approval[]> {
  const answers = await callNode(rpcUrl, approvals.map(readAllowance))
  return approvals.filter(({ amount }, index) => BigInt(answers[index]!.result as Hex) !== amount)
}

const balanceCall = (address: string): Call => ({
  method: 'anvil_setBalance',
  params: [address, numberToHex(parseEther('1000000'))],
})

const approveData = (spender: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: demoTokenAbi, functionName: 'approve', args: [spender, amount] })

const steps: ((approval: Approval) => Call)[] = [
  ({ payer }) => balanceCall(payer),
  ({ payer }) => ({ method: 'anvil_impersonateAccount', params: [payer] }),
  ({ payer, token, spender, amount }) => ({
    method: 'eth_sendTransaction',
    params: [{ from: payer, to: token, data: approveData(spender, amount), gas: approvalGas }],
  }),
]

/** With every transaction the node goes through all whom it impersonates. */
const stopImpersonating = ({ payer }: Approval): Call => ({
  method: 'anvil_stopImpersonatingAccount',
  params: [payer],
})

const writeCall = (token: Address, slot: Hex, amount: bigint): Call => ({
  method: 'anvil_setStorageAt',
  params: [token, slot, pad(numberToHex(amount))],
})

/** Finds where the mapping that stands at `slot` has the value of `key`. */
const slotOf = (key: Address, slot: Hex): Hex => keccak256(concat([pad(key), slot]))

const writeBalance = ({ payer, token, amount }: Approval): Call =>
  writeCall(token, slotOf(payer, balancesSlot), amount)

const allowanceSlotOf = ({ payer, spender }: Approval): Hex =>
  slotOf(spender, slotOf(payer, allowancesSlot))

const writeAllowance = (approval: Approval): Call =>
  writeCall(approval.token, allowanceSlotOf(approval), approval.amount)

/** By the token's storage: a call takes the node ten times as long. */
const readAllowance = (approval: Approval): Call => ({
  method: 'eth_getStorageAt',
  params: [approval.token, allowanceSlotOf(approval), 'latest'],
})

/** Calls a node, many calls in one request; returns the answers in order. */
export async function callNode(
  rpcUrl: string,
  calls: Call[],
  { mayFail = false } = {},
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const batch of chunksOf(calls, callsTogetherMax)) {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(batch.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))),
    })
    const answered = (await response.json()) as Answer[]
    const failed = answered.find(({ error }) => error)
    if (failed && !mayFail) throw new Error(`the local node says: ${failed.error!.message}`)
    answers.push(...answered.toSorted((one, other) => one.id - other.id))
  }
  return answers
}
