/**
 * Commands that only a local node has: money out of nothing, and transactions of accounts without a
 * key.
 */
import { type Address, encodeFunctionData, type Hex, numberToHex, parseEther } from 'viem'
import { demoTokenAbi } from '../../src/chain/abi/demo-token.ts'

type Call = { method: string; params: unknown[] }
export type Approval = { payer: Address; token: Address; spender: Address; amount: bigint }

/** The most calls in one request: a node works on all of them at once. */
const callsTogetherMax = 400

export async function giveGas(rpcUrl: string, address: string): Promise<void> {
  await callNode(rpcUrl, [balanceCall(address)])
}

/**
 * Gives every payer gas and tokens, and approves for each the allowance that its contract needs.
 */
export async function fundAndApprove(rpcUrl: string, approvals: Approval[]): Promise<void> {
  const steps: ((approval: Approval) => Call)[] = [
    ({ payer }) => balanceCall(payer),
    ({ payer }) => ({ method: 'anvil_impersonateAccount', params: [payer] }),
    ({ payer, token, amount }) => sendCall(payer, 0, token, encode('mint', [payer, amount])),
    ({ payer, token, spender, amount }) =>
      sendCall(payer, 1, token, encode('approve', [spender, amount])),
  ]
  for (const step of steps) await callNode(rpcUrl, approvals.map(step))
}

const encode = (functionName: 'mint' | 'approve', args: [Address, bigint]): Hex =>
  encodeFunctionData({ abi: demoTokenAbi, functionName, args })

const balanceCall = (address: string): Call => ({
  method: 'anvil_setBalance',
  params: [address, numberToHex(parseEther('100'))],
})

const sendCall = (from: Address, nonce: number, to: Address, data: Hex): Call => ({
  method: 'eth_sendTransaction',
  params: [{ from, nonce: numberToHex(nonce), to, data, gas: numberToHex(100_000) }],
})

async function callNode(rpcUrl: string, calls: Call[]): Promise<void> {
  for (let i = 0; i < calls.length; i += callsTogetherMax) {
    const batch = calls.slice(i, i + callsTogetherMax)
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(batch.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))),
    })
    const answers = (await response.json()) as { error?: { message: string } }[]
    const failed = answers.find(({ error }) => error)
    if (failed) throw new Error(`the local node says: ${failed.error!.message}`)
  }
}
