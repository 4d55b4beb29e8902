/**
 * Refuses receivers at which money is lost. The terms of a subscription and
 * a deposit address carry the receiver for ever, so a slip cannot be mended afterwards.
 */
import { type Address, getAddress } from 'viem'
import { badRequest } from '../../../shared/problems.ts'
import type { ChainReceiver } from '../../../store/merchants/receivers.ts'
import type { Owner } from '../../../shared/owner.ts'
import { findOwnAddress } from '../../../store/merchants/own-addresses.ts'
import type { HttpDependencies } from '../../dependencies.ts'

const questionTimeoutMs = 5_000

/** Below it are zero, the precompiled contracts, and addresses made by counting up from them. */
const lowestAddressOfPeople = 0x10000n

/** Addresses that nobody has the key of, or that take money from everybody. */
const lostAddresses = new Map<Address, string>([
  [getAddress(`0x${'0'.repeat(36)}dEaD`), 'the burn address'],
  [getAddress('0xdEAD000000000000000042069420694206942069'), 'a burn address'],
  [getAddress(`0x${'dead'.repeat(10)}`), 'a burn address'],
  [getAddress(`0x${'f'.repeat(40)}`), 'a burn address'],
  [getAddress(`0x${'e'.repeat(40)}`), 'what stands for the native coin'],
  [getAddress('0x4e59b44847b379578588920cA78FbF26c0B4956C'), 'the deterministic deployer'],
  [getAddress('0xcA11bde05977b3631167028862bE2a173976CA11'), 'Multicall3'],
])

/** Throws `BadRequest` with what the address is, where money that comes there is lost. */
export async function refuseLostReceiver(
  dependencies: HttpDependencies,
  owner: Owner,
  { address }: ChainReceiver,
): Promise<void> {
  const what =
    lostAddresses.get(address) ??
    (BigInt(address) < lowestAddressOfPeople ? 'an address that no key opens' : null) ??
    contractOf(dependencies, address) ??
    (await findOwnAddress(dependencies, owner, address))
  if (what) throw badRequest([{ path: 'address', message: `is ${what}: money there is lost` }])
}

/** Looks through the tokens and the service's own contracts of every chain. */
function contractOf({ directory }: HttpDependencies, address: Address): string | null {
  for (const chain of directory.chains) {
    const { name, factory, implementation, depositFactory, depositImplementation } = chain
    const token = chain.assets.find((asset) => asset.address === address)
    if (token) return `the token ${token.symbol} on ${name}`
    if ([factory, implementation, depositFactory, depositImplementation].includes(address))
      return `a contract of this service on ${name}`
  }
  return null
}

export type ReceiverStanding = 'Contract' | 'Nothing' | 'Unsaid'

/** Asks a node what stands at the address. */
export async function askWhatStands(
  { bus }: HttpDependencies,
  { blockchain, address }: ChainReceiver,
): Promise<ReceiverStanding> {
  try {
    const answer = await bus.requestChain('code', { blockchain, address }, questionTimeoutMs)
    return (answer as { hasCode: boolean }).hasCode ? 'Contract' : 'Nothing'
  } catch {
    return 'Unsaid'
  }
}

/**
 * Returns what the merchant has to confirm: that the receiver is a contract, which may be unable to
 * send tokens on, or that nobody could say whether it is one.
 */
export const warnOf = (
  standing: ReceiverStanding,
  { blockchain, address }: ChainReceiver,
): string[] => {
  if (standing === 'Nothing') return []
  return [
    standing === 'Contract'
      ? `A contract stands at ${address} on ${blockchain}: tokens stay there for ever, unless it can send them on.`
      : `${blockchain} did not say in time whether a contract stands at ${address}.`,
  ]
}
