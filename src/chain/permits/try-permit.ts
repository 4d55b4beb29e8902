/**
 * Tries a permit on one node, without sending it, and says what would come of it. One call sets the
 * allowance and reads it back: a token whose `permit` does nothing, because a fallback takes every
 * call, is found out.
 */
import type { Address, Client } from 'viem'
import { multicall } from 'viem/actions'
import type { PermitInput } from '../../../machines/permit/permit.events.ts'
import { erc20Abi } from '../abi/erc20.ts'
import { detailsOf, RpcUnavailable } from '../chain-errors.ts'
import { isNodeFailure } from '../rpc/complaints.ts'
import { explainRefusedPermit, type PermitVerdict, type PermitQuestion } from './explain-permit.ts'
import { permitArguments } from './permit-terms.ts'

/**
 * Asks a node what the permit would do now.
 *
 * @throws `RpcUnavailable` where it does not answer
 */
export async function tryPermit(node: Client, question: PermitQuestion): Promise<PermitVerdict> {
  const { permit, balanceMin } = question
  const value = BigInt(permit.value)
  const { before, isTaken, after, balance } = await simulate(node, permit)
  if (before === undefined || balance === undefined) return 'PermitRefused'
  if (before === value) return 'AlreadyAllowed'
  if (!isTaken) return explainRefusedPermit(node, question, before)
  if (before > value) return 'WouldLowerAllowance'
  if (after !== value) return 'PermitWithoutEffect'
  return balance < balanceMin ? 'InsufficientBalance' : 'Ready'
}

/** All in one call, in this order, so that the allowance is read after the permit as well. */
async function simulate(node: Client, permit: PermitInput) {
  const token = { address: permit.token as Address, abi: erc20Abi } as const
  const allowance = {
    ...token,
    functionName: 'allowance',
    args: [permit.payer as Address, permit.contractAddress as Address],
  } as const
  const answers = await multicall(node, {
    contracts: [
      allowance,
      { ...token, functionName: 'balanceOf', args: [permit.payer as Address] },
      { ...token, functionName: 'permit', args: permitArguments(permit) },
      allowance,
    ] as const,
    allowFailure: true,
    deployless: true,
    batchSize: inOneCall,
    blockTag: 'pending',
  })
  const [before, balance, taken, after] = answers
  if (before.error && isNodeFailure(before.error))
    throw new RpcUnavailable(`a permit cannot be tried: ${detailsOf(before.error)}`, {
      cause: before.error,
    })
  return {
    before: before.result,
    balance: balance.result,
    isTaken: taken.status === 'success',
    after: after.result,
  }
}

/** For viem: without a limit, so that no second call begins from another state. */
const inOneCall = 0
