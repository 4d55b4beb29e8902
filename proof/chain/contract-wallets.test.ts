/** Payers whose wallet is a contract: a permit of theirs is refused with a way on, and an approval by transaction counts. */
import { type Address, encodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoTokenAbi } from '../../src/chain/abi/demo-token.ts'
import { toPermitResource } from '../../src/core/resources/permit.ts'
import { findActor } from '../../src/store/views/actors.ts'
import { command } from '../../test/chain/dev-node.ts'
import { newPayer, type Payer, say, subscribe, tokenOf, unit } from '../../test/chain/payers.ts'
import { handIn, signPermit, untilPermit } from '../../test/chain/permits.ts'
import {
  subscriptionOf,
  transactionsOf,
  untilMined,
  untilQuiet,
  untilState,
} from '../../test/chain/until.ts'
import { createWorld, network, startAll, type World } from '../../test/chain/world.ts'

/** A wallet in six instructions that affirms every signature, by ERC-1271: it returns 0x1626ba7e. */
const affirmingCode: Hex = '0x631626ba7e60e01b60005260206000f3'

let world: World
let service: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld()
  service = startAll(world)
})
afterAll(async () => {
  await service?.stop()
  await world?.close()
})

/** A contract with money; its owner signs for it, and the node sends in its name. */
async function newContractWallet(): Promise<{ wallet: Payer; owner: Payer }> {
  const owner = await newPayer(world, 0n)
  const wallet = await newPayer(world, 1_000n * unit)
  await command(world.direct, 'anvil_setCode', [wallet.address, affirmingCode])
  await command(world.direct, 'anvil_impersonateAccount', [wallet.address])
  return { wallet, owner }
}

async function approveFrom(wallet: Payer, spender: string, amount: bigint): Promise<void> {
  const args = [spender as Address, amount] as const
  const data = encodeFunctionData({ abi: demoTokenAbi, functionName: 'approve', args })
  const call = { from: wallet.address, to: tokenOf(world), data }
  await untilMined(
    world.direct,
    (await command(world.direct, 'eth_sendTransaction', [call])) as Hex,
  )
}

test('a permit that the owner of a contract wallet signed is refused without gas, and the way on is to approve', async () => {
  const { wallet, owner } = await newContractWallet()
  const draft = await subscribe(world, wallet, { customerId: wallet.address })
  const signing = { value: 120n * unit, signer: owner }
  const permit = await signPermit(world, wallet, draft.contractAddress, signing)
  const { id, merchantId } = await handIn(world, draft, permit)
  await untilPermit(world, id, 'Refused')
  const actor = await findActor(world.database, 'permit', id, { merchantId, network })
  expect(toPermitResource(actor!)).toMatchObject({
    status: 'Refused',
    reason: 'PermitRefused',
    wayOn: 'Approve',
  })
  const sent = (await transactionsOf(world)).map(({ context }) => context['purpose'])
  expect(sent).not.toContain('permit')
  expect((await subscriptionOf(world, draft.contractAddress)).status).toBe('Draft')
})

test('a contract wallet that approves by a transaction subscribes, and leaves', async () => {
  const { wallet } = await newContractWallet()
  const draft = await subscribe(world, wallet)
  await approveFrom(wallet, draft.contractAddress, 120n * unit)
  await untilState(world, draft.contractAddress, 'Active.Current')
  await untilQuiet(world)
  await say(world, draft, { type: 'subscription.cancel' })
  await untilState(world, draft.contractAddress, 'Cancelled')
  expect((await subscriptionOf(world, draft.contractAddress)).context['chargesMade']).toBe(1)
})
