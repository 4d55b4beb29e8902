/**
 * Addresses that are the same on every chain and for everybody. The deterministic deployer, which
 * most chains have at one address, puts a contract where its code alone says; the factories take no
 * constructor arguments, so nothing else goes into it.
 */
import { type Address, getContractAddress, type Hex } from 'viem'

export const deterministicDeployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
/** The salt of both factories, which never changes: another one would give another address. */
export const deploymentSalt: Hex = `0x${'00'.repeat(32)}`

/** Derives the address at which the deployer puts the contract of this bytecode. */
export const deterministicAddress = (bytecode: Hex): Address =>
  getContractAddress({
    opcode: 'CREATE2',
    from: deterministicDeployer,
    salt: deploymentSalt,
    bytecode,
  })

/**
 * Derives the address of the first contract that `creator` creates: an implementation, by its
 * factory's constructor.
 */
export const firstCreationOf = (creator: Address): Address =>
  getContractAddress({ from: creator, nonce: 1n })
