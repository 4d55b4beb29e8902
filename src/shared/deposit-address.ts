/**
 * Where a payment is paid to, known before anything is deployed: the CREATE2 address of an
 * EIP-1167 clone whose salt commits to chain, receiver and payment. The deposit factory's
 * `predict` on chain is the authority; a test holds the two equal.
 */
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  getCreate2Address,
  type Hex,
  keccak256,
} from 'viem'
import { idToBytes32 } from './ids.ts'

/** Predicts the address at which `receiver` is paid for the payment with this id (22 characters). */
export function predictDepositAddress(
  deployment: { depositFactory: Address; depositImplementation: Address; chainId: number },
  receiver: Address,
  paymentId: string,
): Address {
  const salt = keccak256(
    encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'address' }, { type: 'bytes32' }],
      [BigInt(deployment.chainId), receiver, idToBytes32(paymentId)],
    ),
  )
  const bytecode = cloneInitCode(deployment.depositImplementation)
  return getCreate2Address({ from: deployment.depositFactory, salt, bytecode })
}

/** OpenZeppelin's `cloneDeterministic`: a minimal proxy. */
function cloneInitCode(implementation: Address): Hex {
  return concatHex([
    '0x3d602d80600a3d3981f3363d3d373d3d3d363d73',
    implementation,
    '0x5af43d82803e903d91602b57fd5bf3',
  ])
}
