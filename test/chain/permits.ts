/** Permits as payers' wallets sign them, handed to the service as its route does. */
import { parseSignature, type Address, type Hex } from 'viem'
import { readContract } from 'viem/actions'
import type { PermitInput } from '../../machines/permit/permit.events.ts'
import type { SubscriptionInput } from '../../machines/subscription/subscription.events.ts'
import { erc20Abi } from '../../src/chain/abi/erc20.ts'
import { type NewPermit, toPermitInput } from '../../src/http/permit-terms.ts'
import { tokenOf, type Call, type Payer } from './payers.ts'
import { sayTo } from './say.ts'
import { type Actor, until } from './until.ts'
import type { World } from './world.ts'

const types = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

export type Signing = {
  value: bigint
  /** Seconds from now. */
  secondsLeft?: number
  nonce?: bigint
  version?: string
  /** The signer, where it is not the payer. */
  signer?: Payer
}

/** The moment so many seconds from now, by the service's clock, in Unix seconds. */
const secondsAhead = ({ clock }: World, seconds: number) =>
  Math.floor(clock.now().getTime() / 1000) + seconds

export async function signPermit(
  world: World,
  payer: Payer,
  spender: string,
  { value, secondsLeft = 900, nonce, version = '1', signer = payer }: Signing,
): Promise<NewPermit> {
  const token = tokenOf(world)
  const asked = { address: token, abi: erc20Abi } as const
  const { reader } = world.direct
  const deadline = secondsAhead(world, secondsLeft)
  const name = await readContract(reader, { ...asked, functionName: 'name' })
  const current = await readContract(reader, {
    ...asked,
    functionName: 'nonces',
    args: [payer.address],
  })
  const signature = await signer.account.signTypedData!({
    domain: { name, version, chainId: world.chain.chainId, verifyingContract: token },
    types,
    primaryType: 'Permit',
    message: {
      owner: payer.address,
      spender: spender as Address,
      value,
      nonce: nonce ?? current,
      deadline: BigInt(deadline),
    },
  })
  const { r, s, yParity } = parseSignature(signature)
  return { value: String(value), deadline, v: yParity === 0 ? 27 : 28, r, s }
}

/** The same permit, as anybody may send it to the token. */
export const permitCall = (
  world: World,
  payer: Payer,
  spender: string,
  { value, deadline, v, r, s }: NewPermit,
): Call => ({
  to: tokenOf(world),
  abi: erc20Abi,
  name: 'permit',
  args: [payer.address, spender, BigInt(value), BigInt(deadline), v, r as Hex, s as Hex],
})

/** Hands a signed permit to the service. */
export async function handIn(
  world: World,
  subscription: SubscriptionInput,
  permit: NewPermit,
): Promise<PermitInput> {
  const input = toPermitInput(subscription, permit, world.clock.now())
  const { id, merchantId } = input
  await sayTo(world, { kind: 'permit', entityId: id, merchantId }, { type: 'permit.create', input })
  return input
}

export async function permitOf(world: World, id: string): Promise<Actor> {
  const { rows } = await world.database.pool.query<Actor>(
    `select id, status, phase, snapshot->'context' as context from permit where id = $1`,
    [id],
  )
  return rows[0]!
}

/** Waits until a permit has this status, and this reason where one is named. */
export async function untilPermit(world: World, id: string, status: string, reason?: string) {
  let seen: Actor | undefined
  const isThere = async () => {
    seen = await permitOf(world, id)
    const isSo = seen?.status === status && (!reason || seen.context.reason === reason)
    return isSo && seen
  }
  return until(`${status} ${reason ?? ''}`, isThere).catch(() => {
    throw new Error(`never ${status} ${reason ?? ''}, but ${JSON.stringify(seen)}`)
  })
}
