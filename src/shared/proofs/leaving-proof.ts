/**
 * The proof of leaving: a dated, signed statement that a subscription's contract is cancelled on its chain.
 * It holds all terms, from which the contract's address follows, and is signed (EIP-712) by the operator that
 * stands in them. So it can be checked without the service, and without a list of keys.
 */
import { type Address, type Hex, isAddressEqual, recoverTypedDataAddress } from 'viem'
import { z } from 'zod'
import { predictContractAddress, type Terms } from '../addresses/contract-address.ts'

const AnAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .meta({ examples: ['0x5FbDB2315678afecb367f032d93F642f64180aa3'] })
const Bytes32 = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .meta({ examples: [`0x${'8f'.repeat(32)}`] })
const BaseUnits = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,77})$/)
  .meta({ examples: ['10000000'] })
const whole = z.int().nonnegative()

const Statement = z.strictObject({
  chainId: whole,
  contractAddress: AnAddress,
  factory: AnAddress,
  implementation: AnAddress,
  /** The id inside the contract's salt. */
  id: Bytes32,
  token: AnAddress,
  merchant: AnAddress,
  payer: AnAddress,
  operator: AnAddress,
  /** Base units of the token. */
  amount: BaseUnits,
  /** Unix seconds, as all moments. */
  start: whole,
  periodDays: whole,
  maxPeriods: whole,
  graceDays: whole,
  activateUntil: whole,
  cancelledAt: whole,
  cancelledInBlock: whole,
  cancelledInBlockHash: Bytes32,
  cancelledByTransaction: Bytes32,
  /** The allowance that the contract may still take, as of the block below; a cancelled one takes nothing. */
  allowance: BaseUnits,
  readInBlock: whole,
  readInBlockHash: Bytes32,
  readAt: whole,
})
export type LeavingStatement = z.infer<typeof Statement>

export const LeavingProof = z
  .strictObject({
    type: z.literal('MandateLeavingProof'),
    version: z.literal(1),
    statement: Statement,
    signature: z
      .string()
      .regex(/^0x[0-9a-f]{130}$/)
      .meta({ examples: [`0x${'8f'.repeat(65)}`] }),
  })
  .meta({
    id: 'LeavingProof',
    description:
      'Says that the contract is cancelled, signed by its operator; scripts/verify-proof.ts checks it.',
  })
export type LeavingProof = z.infer<typeof LeavingProof>

const typeOf: Record<keyof LeavingStatement, string> = {
  chainId: 'uint256',
  contractAddress: 'address',
  factory: 'address',
  implementation: 'address',
  id: 'bytes32',
  token: 'address',
  merchant: 'address',
  payer: 'address',
  operator: 'address',
  amount: 'uint256',
  start: 'uint256',
  periodDays: 'uint256',
  maxPeriods: 'uint256',
  graceDays: 'uint256',
  activateUntil: 'uint256',
  cancelledAt: 'uint256',
  cancelledInBlock: 'uint256',
  cancelledInBlockHash: 'bytes32',
  cancelledByTransaction: 'bytes32',
  allowance: 'uint256',
  readInBlock: 'uint256',
  readInBlockHash: 'bytes32',
  readAt: 'uint256',
}

/** Returns what is signed, as EIP-712 has it. */
export const typedProofOf = (statement: LeavingStatement) => ({
  domain: {
    name: 'Mandate proof of leaving',
    version: '1',
    chainId: statement.chainId,
    verifyingContract: statement.contractAddress as Address,
  },
  types: { LeavingProof: Object.entries(typeOf).map(([name, type]) => ({ name, type })) },
  primaryType: 'LeavingProof' as const,
  message: statement as Record<string, unknown>,
})

const termsOf = (statement: LeavingStatement): Terms => {
  const { token, merchant, payer, operator, amount, start } = statement
  const { periodDays, maxPeriods, graceDays, activateUntil } = statement
  const parties = { token, merchant, payer, operator } as Record<
    'token' | 'merchant' | 'payer' | 'operator',
    Address
  >
  const schedule = { start, periodDays, maxPeriods, graceDays, activateUntil }
  return { ...parties, ...schedule, amount: BigInt(amount) }
}

/** Returns what is wrong with a proof as far as it can be seen without a chain; nothing where it is right. */
export async function findProofFaults({ statement, signature }: LeavingProof): Promise<string[]> {
  const { chainId, contractAddress, operator } = statement
  const factory = statement.factory as Address
  const implementation = statement.implementation as Address
  const derived = predictContractAddress(
    { factory, implementation, chainId },
    termsOf(statement),
    statement.id as Hex,
  )
  const signer = await recoverTypedDataAddress({
    ...typedProofOf(statement),
    signature: signature as Hex,
  }).catch(() => null)
  return [
    ...(isAddressEqual(derived, contractAddress as Address)
      ? []
      : [`the terms belong to ${derived}, and not to ${contractAddress}`]),
    ...(signer && isAddressEqual(signer, operator as Address)
      ? []
      : [`it is signed by ${signer ?? 'nobody'}, and not by the operator ${operator}`]),
  ]
}
