/**
 * Addresses that are the same on every chain and for everybody. The deterministic deployer, which
 * most chains have at one address, puts a contract where its code alone says; the factories take no
 * constructor arguments, so nothing else goes into it.
 */
import { type Address, getContractAddress, type Hex } from 'viem'

export const deterministicDeployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
/** The same for both factories and for ever: another one would be another address. */
export const deploymentSalt: Hex = `0x${'00'.repeat(32)}`

/** Where the deployer puts what this bytecode creates. */
export const deterministicAddress = (bytecode: Hex): Address =>
  getContractAddress({
    opcode: 'CREATE2',
    from: deterministicDeployer,
    salt: deploymentSalt,
    bytecode,
  })

/** Where the first contract is that `creator` creates: an implementation, by its factory's constructor. */
export const firstCreationOf = (creator: Address): Address =>
  getContractAddress({ from: creator, nonce: 1n })
