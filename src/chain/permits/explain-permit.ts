/** Finds out why a token refuses a permit. It is asked only after a refusal. */
import type { Address, Client, Hex } from 'viem'
import { getBlock, getCode, multicall } from 'viem/actions'
import type { PermitInput } from '../../../machines/permit/permit.events.ts'
import { erc20Abi } from '../abi/erc20.ts'
import { readFromChain } from '../chain-errors.ts'
import { batchSizeFor } from '../multicall-size.ts'
import { askTokens, type RefusedTransfer } from '../token-refusals.ts'
import { isSignedByPayer, separatorOf } from './permit-terms.ts'
import type { PermitReason } from '../../../machines/reasons.ts'

/** So many nonces before the present one are looked through for the one that was signed. */
const pastNoncesMax = 8n
/** Tokens and wallets put these into a domain by mistake: the version of another release, the main chain. */
const usualVersions = ['1', '2']
const mainnetId = 1
const argumentBytes = 36
const delegationPrefix = '0xef0100'

/** `allowed`: what the contract may take already, in base units. */
export async function explainRefusedPermit(
  node: Client,
  { permit, receiver }: PermitQuestion,
  allowed: bigint,
): Promise<PermitVerdict> {
  const [domain, block] = await readFromChain(() =>
    Promise.all([readDomain(node, permit), getBlock(node)]),
  )
  if (block.timestamp > BigInt(Date.parse(permit.deadline) / 1000)) return 'DeadlinePassed'
  const { separator, nonce, name } = domain
  if (separator === undefined || nonce === undefined) return 'PermitRefused'
  if (await isSignedByPayer(permit, separator, nonce)) {
    const { token, payer, contractAddress: contract } = permit
    const transfer = { token, payer, receiver, contract } as RefusedTransfer
    const [refusal] = await askTokens(node, [transfer])
    return refusal ?? 'PermitRefused'
  }
  for (let past = 1n; past <= pastNoncesMax && past <= nonce; past++)
    if (await isSignedByPayer(permit, separator, nonce - past))
      return allowed >= BigInt(permit.value) ? 'AlreadyAllowed' : 'PermitNonceUsed'
  if (await isOfAnotherDomain(node, permit, nonce, name)) return 'WrongDomain'
  return (await isContractWallet(node, permit)) ? 'PermitRefused' : 'WrongSigner'
}

async function isOfAnotherDomain(
  node: Client,
  permit: PermitInput,
  nonce: bigint,
  name = '',
): Promise<boolean> {
  for (const version of usualVersions)
    for (const chainId of new Set([node.chain!.id, mainnetId])) {
      const separator = separatorOf(name, version, chainId, permit.token as Address)
      if (await isSignedByPayer(permit, separator, nonce)) return true
    }
  return false
}

/** Whether no signature is the payer's own: it is a contract, and no account that has only delegated to one (EIP-7702). */
async function isContractWallet(node: Client, { payer }: PermitInput): Promise<boolean> {
  const code = await readFromChain(() => getCode(node, { address: payer as Address }))
  return code !== undefined && !code.startsWith(delegationPrefix)
}

async function readDomain(
  node: Client,
  { token, payer }: PermitInput,
): Promise<{ separator?: Hex; nonce?: bigint; name?: string }> {
  const asked = { address: token as Address, abi: erc20Abi } as const
  const [separator, nonce, name] = await multicall(node, {
    contracts: [
      { ...asked, functionName: 'DOMAIN_SEPARATOR' },
      { ...asked, functionName: 'nonces', args: [payer as Address] },
      { ...asked, functionName: 'name' },
    ] as const,
    allowFailure: true,
    deployless: true,
    batchSize: batchSizeFor(argumentBytes),
  })
  return {
    ...(separator.result !== undefined && { separator: separator.result }),
    ...(nonce.result !== undefined && { nonce: nonce.result }),
    ...(name.result !== undefined && { name: name.result }),
  }
}

/** `Ready`: the token would take it, and allow what it says. */
export type PermitVerdict = 'Ready' | PermitReason

/** `balanceMin` is what the payer has to have, in base units: without it the permit would earn nothing yet. */
export type PermitQuestion = { permit: PermitInput; receiver: string; balanceMin: bigint }
