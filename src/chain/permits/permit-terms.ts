/** Builds what a payer signs for EIP-2612, and finds its signer. */
import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  isAddressEqual,
  keccak256,
  recoverAddress,
  toHex,
} from 'viem'
import type { PermitInput } from '../../../machines/permit/permit.events.ts'

const permitType = keccak256(
  toHex('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'),
)
const domainType = keccak256(
  toHex('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
)

/** The arguments of the token's `permit`, in order. */
export const permitArguments = (permit: PermitInput) =>
  [
    permit.payer as Address,
    permit.contractAddress as Address,
    BigInt(permit.value),
    BigInt(Date.parse(permit.deadline) / 1000),
    permit.v,
    permit.r as Hex,
    permit.s as Hex,
  ] as const

/** Returns whether the payer's key has signed the permit for this domain and nonce. */
export async function isSignedByPayer(
  permit: PermitInput,
  domainSeparator: Hex,
  nonce: bigint,
): Promise<boolean> {
  const [owner, spender, value, deadline, v, r, s] = permitArguments(permit)
  const struct = keccak256(
    encodeAbiParameters(
      [bytes32, address, address, uint256, uint256, uint256],
      [permitType, owner, spender, value, nonce, deadline],
    ),
  )
  const hash = keccak256(concat(['0x1901', domainSeparator, struct]))
  try {
    return isAddressEqual(await recoverAddress({ hash, signature: { r, s, v: BigInt(v) } }), owner)
  } catch {
    // Some 64 bytes are the signature of nobody.
    return false
  }
}

/** Returns the separator of a domain as most tokens make it. */
export const separatorOf = (name: string, version: string, chainId: number, token: Address): Hex =>
  keccak256(
    encodeAbiParameters(
      [bytes32, bytes32, bytes32, uint256, address],
      [domainType, keccak256(toHex(name)), keccak256(toHex(version)), BigInt(chainId), token],
    ),
  )

const address = { type: 'address' } as const
const bytes32 = { type: 'bytes32' } as const
const uint256 = { type: 'uint256' } as const
