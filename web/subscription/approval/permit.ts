/**
 * A permit (EIP-2612): one signature, no transaction and no gas of the payer's. It is offered only
 * where the token's own domain is exactly the one that would be signed, because a wallet shows the
 * domain's name, and a wrong one would be void.
 */
import { type Address, concatHex, type Hex, isHex, keccak256, size, slice, stringToHex } from 'viem'
import type { Provider } from '../../wallet/provider.ts'
import { read } from '../../wallet/provider.ts'
import {
  domainSeparatorCall,
  eip712DomainCall,
  nameCall,
  noncesCall,
  versionCall,
} from '../calls.ts'
import { askForAnswer } from '../chain/ask-contract.ts'
import type { OnChainSubscription } from '../terms.ts'
import { addressWord, numberIn, numberWord, textIn } from '../words.ts'

export type PermitDomain = {
  name: string
  version: string
  chainId: number
  verifyingContract: Address
}
/** `deadline` is Unix seconds. */
export type SignedPermit = { value: string; deadline: number; v: number; r: Hex; s: Hex }

const usualVersions = ['1', '2']
const domainFields = ['name', 'version', 'chainId', 'verifyingContract'] as const
const domainTypes: Record<(typeof domainFields)[number], string> = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
}
const domainType = `EIP712Domain(${domainFields.map((field) => `${domainTypes[field]} ${field}`).join(',')})`

/** The separator that a token with this domain must name. */
function separatorOf({ name, version, chainId, verifyingContract }: PermitDomain): Hex {
  return keccak256(
    concatHex([
      keccak256(stringToHex(domainType)),
      keccak256(stringToHex(name)),
      keccak256(stringToHex(version)),
      numberWord(chainId),
      addressWord(verifyingContract),
    ]),
  )
}

/**
 * Finds the domain that the token itself confirms; null where it confirms none, or where the account
 * is a contract or upgraded to one, whose plain signatures some tokens refuse.
 */
export async function findPermitDomain(
  provider: Provider,
  { terms, chainId }: OnChainSubscription,
): Promise<PermitDomain | null> {
  const { token, payer } = terms
  const ask = (data: Hex) => askForAnswer(provider, { to: token, data })
  const [code, nonce, separator, own, name, version] = await Promise.all([
    read(provider, 'eth_getCode', [payer, 'latest']),
    ask(noncesCall(payer)),
    ask(domainSeparatorCall),
    ask(eip712DomainCall),
    ask(nameCall),
    ask(versionCall),
  ])
  if (!isHex(code) || size(code) > 0 || numberIn(nonce) === null) return null
  const tokenName = textIn(own, 1) ?? textIn(name)
  if (tokenName === null) return null
  const versions = [textIn(own, 2), textIn(version), ...usualVersions]
  for (const candidate of versions) {
    if (candidate === null) continue
    const domain = { name: tokenName, version: candidate, chainId, verifyingContract: token }
    if (separatorOf(domain) === separator.toLowerCase()) return domain
  }
  return null
}

export async function readNonce(
  provider: Provider,
  { terms }: OnChainSubscription,
): Promise<bigint | null> {
  return numberIn(await askForAnswer(provider, { to: terms.token, data: noncesCall(terms.payer) }))
}

/** Writes the message that the wallet shows and signs (EIP-712); numbers as decimal strings. */
export function permitMessage(
  domain: PermitDomain,
  { terms, contractAddress }: OnChainSubscription,
  permit: { value: bigint; nonce: bigint; deadline: number },
): string {
  const fields = [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ]
  const domainMembers = domainFields.map((name) => ({ name, type: domainTypes[name] }))
  return JSON.stringify({
    types: { EIP712Domain: domainMembers, Permit: fields },
    primaryType: 'Permit',
    domain,
    message: {
      owner: terms.payer,
      spender: contractAddress,
      value: String(permit.value),
      nonce: String(permit.nonce),
      deadline: String(permit.deadline),
    },
  })
}

/** Splits a signature of 65 bytes as tokens take it; null where it has another form. */
export function splitSignature(signature: unknown): Pick<SignedPermit, 'v' | 'r' | 's'> | null {
  if (!isHex(signature) || size(signature) !== 65) return null
  const last = Number(slice(signature, 64))
  const v = last < 27 ? last + 27 : last
  if (v !== 27 && v !== 28) return null
  return { v, r: slice(signature, 0, 32), s: slice(signature, 32, 64) }
}
