/** Allowing a limit as the page does it, for its tests: the best way, a relay, and what is shown meanwhile. */
import { erc20Abi } from '../../../src/chain/abi/erc20.ts'
import {
  allow,
  type ApprovalOutcome,
  type ApprovalProgress,
  type PermitRelay,
} from '../../../web/subscription/approval/allow.ts'
import { type ApprovedToken, findApprovalWays } from '../../../web/subscription/approval/ways.ts'
import { signElsewhere } from '../../browser/permit-elsewhere.ts'
import { type ChainPayer, oneToken } from './chain-world.ts'

export const all = 240n * oneToken
export const permits = { resetAllowance: false, permit: true }
export const resets = { resetAllowance: true, permit: false }

/** Relays a permit as the merchant's gas wallet does: by a transaction of another account. */
export const relayOf = ({
  world,
  subscription: { terms, contractAddress },
}: ChainPayer): PermitRelay => ({
  async send({ value, deadline, v, r, s }) {
    const args = [terms.payer, contractAddress, BigInt(value), BigInt(deadline), v, r, s]
    return world.write(terms.token, erc20Abi, 'permit', args).then(
      () => null,
      (error: Error) => ({ refused: error.message.slice(0, 60) }),
    )
  },
  findTrouble: async () => null,
})

export async function waysOf(payer: ChainPayer, token: ApprovedToken = permits, allowance = all) {
  const { signer, subscription, read } = payer
  return findApprovalWays(signer, subscription, token, await read(), allowance)
}

/** Allows in the best way; also lists what the page would show meanwhile. */
export async function allowBest(
  payer: ChainPayer,
  { token = permits, allowance = all, relay = relayOf(payer) } = {},
): Promise<ApprovalOutcome & { steps: string[] }> {
  const progress: ApprovalProgress[] = []
  const reading = await payer.read()
  const [way] = await waysOf(payer, token, allowance)
  const { signer, subscription } = payer
  const onProgress = (step: ApprovalProgress) => void progress.push(step)
  const outcome = await allow(signer, way!, { subscription, reading, allowance, relay, onProgress })
  return { ...outcome, steps: progress.map((it) => ('purpose' in it ? it.purpose : it.step)) }
}

/** The payer signs another permit on another page, and the token takes that one first. */
export async function permitElsewhere(
  { world, wallet, subscription: { terms, contractAddress: spender } }: ChainPayer,
  value = oneToken,
): Promise<void> {
  const { token } = terms
  const { chainId } = world.chain
  const args = await signElsewhere(wallet.account, { chainId, token, spender, value })
  await world.write(token, erc20Abi, 'permit', args)
}
