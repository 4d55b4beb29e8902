/**
 * On the branch that a chain settles on, the transactions that were credited are mined once more and do something else.
 * All nodes are honest, and two have to agree.
 */
import { type Address, concatHex, type Hash, type Hex, numberToHex, pad } from 'viem'
import { deployContract, readContract, sendTransaction } from 'viem/actions'
import { afterEach, expect, test } from 'vitest'
import { subscriptionAbi } from '../../src/chain/abi/subscription.ts'
import { mineBlock, reorgFrom, signedOf } from './dev-node.ts'
import {
  activeSubscription,
  chargeCall,
  newPayer,
  type Payer,
  sendFrom,
  signFrom,
  tokenOf,
  unit,
} from './payers.ts'
import { pay, paymentOf, request, reportsTo, transfer } from './payments.ts'
import { createNodesWorld, pollUntil } from './several-nodes.ts'
import { deployFake } from './strange-tokens.ts'
import { chargesOf, subscriptionOf, timesReported, until, untilMined, untilQuiet } from './until.ts'
import { passDays, startAll, type World } from './world.ts'

const amount = 10n * unit
const elsewhere: Address = '0x000000000000000000000000000000000000dEaD'

let nodes: Awaited<ReturnType<typeof createNodesWorld>>
afterEach(() => nodes?.stop())

/** Creates a subscription of which the second charge was credited; returns the transaction of it as well. */
async function chargedTwice() {
  nodes = await createNodesWorld(2, { confirmations: 1 }, startAll)
  const { world } = nodes
  const { payer, contractAddress } = await activeSubscription(world)
  await passDays(world, 30)
  await until('charged twice', async () => {
    return (await timesReported(world, contractAddress, 'chain.charged')) === 2
  })
  await untilQuiet(world)
  const { rows } = await world.database.pool.query<{ hash: Hash }>(
    `select transaction_hash as hash from chain_log where event = 'Charged' order by block_number`,
  )
  return { world, payer, contractAddress, hash: rows.at(-1)!.hash }
}

const chargesMade = async (world: World, contractAddress: string) =>
  (await subscriptionOf(world, contractAddress)).context['chargesMade']

async function chargedOnChain(world: World, contractAddress: string): Promise<number> {
  const [, charged] = await readContract(world.direct.reader, {
    address: contractAddress as Address,
    abi: subscriptionAbi,
    functionName: 'state',
  })
  return charged
}

test('a charge whose transaction is mined again, and fails there, is taken back (P6)', async () => {
  const { world, payer, contractAddress, hash } = await chargedTwice()
  const away = await signFrom(world, payer, transfer(elsewhere, 985n * unit, tokenOf(world)))
  await reorgFrom(world.direct, hash, [away, await signedOf(world.direct, hash)])
  expect((await untilMined(world.direct, hash)).status).toBe('success')
  await mineBlock(world.direct)
  await until('the charge is taken back', async () => {
    return (await timesReported(world, contractAddress, 'chain.chargeReorged')) === 1
  })
  expect(await chargedOnChain(world, contractAddress)).toBe(1)
  expect(await chargesMade(world, contractAddress)).toBe(1)
  expect((await chargesOf(world, contractAddress)).map(({ status }) => status)).not.toEqual([
    'Succeeded',
    'Succeeded',
  ])
})

test('a subscription goes on whose charge the payer made first, so that ours failed when it was mined again (P6)', async () => {
  const { world, payer, contractAddress, hash } = await chargedTwice()
  const own = await signFrom(world, payer, chargeCall(world, contractAddress))
  await reorgFrom(world.direct, hash, [own, await signedOf(world.direct, hash)])
  await mineBlock(world.direct)
  const isChargedOften = (times: number) => async () =>
    (await timesReported(world, contractAddress, 'chain.chargeReorged')) === 1 &&
    (await timesReported(world, contractAddress, 'chain.charged')) === times + 1 &&
    (await chargesMade(world, contractAddress)) === times
  await until('the charge is taken back, and counts again', isChargedOften(2))
  await passDays(world, 30)
  await until('the third charge', isChargedOften(3))
  expect(await chargedOnChain(world, contractAddress)).toBe(3)
})

/**
 * Deploys a wallet that anybody may have transfer all that it holds of a token, though it be nothing, to an address; then
 * it logs the address.
 */
async function deployWallet(world: World, payer: Payer, to: Address): Promise<Address> {
  const word = (hex: string) => `7f${hex.padEnd(64, '0')}`
  const own = `${word('70a08231')}60005230600452`
  const token = tokenOf(world).slice(2)
  const held = `602060006024600073${token}5afa50600051`
  const given = `${word('a9059cbb')}6000527f${pad(to).slice(2)}600452602452`
  const code = `0x${own}${held}${given}6000600060446000600073${token}5af1507f${pad(to).slice(2)}60006000a100`
  const size = numberToHex((code.length - 2) / 2, { size: 2 })
  const bytecode = concatHex(['0x61', size, '0x80600c6000396000f3', code as Hex])
  const { reader } = world.direct
  const { account } = payer
  const hash = await deployContract(reader, { account, chain: reader.chain!, abi: [], bytecode })
  return (await untilMined(world.direct, hash)).contractAddress!
}

test('money is taken back whose transaction is mined again, and then moves nothing and names the address (P6)', async () => {
  nodes = await createNodesWorld(2, { confirmations: 1 })
  const { world } = nodes
  const payer = await newPayer(world, 0n)
  const payment = await request(world)
  await pollUntil(world, 'polled', async () => true)
  const wallet = await deployWallet(world, payer, payment.depositAddress as Address)
  const funder = await newPayer(world, amount)
  const funded = await sendFrom(world, funder, transfer(wallet, amount, tokenOf(world)))
  const { reader } = world.direct
  const { account } = payer
  const call = { account, chain: reader.chain!, to: wallet, gas: 300_000n }
  const hash = await sendTransaction(reader, call)
  await untilMined(world.direct, hash)
  await pollUntil(
    world,
    'paid',
    async () => (await paymentOf(world, payment)).status === 'Succeeded',
  )

  await reorgFrom(world.direct, funded, [await signedOf(world.direct, hash)])
  const { status, logs } = await untilMined(world.direct, hash)
  expect([status, logs.length]).toEqual(['success', 2])
  for (let block = 0; block < 3; block++) await mineBlock(world.direct)
  await pollUntil(world, 'taken back', async () => {
    return (await reportsTo(world, payment)).at(-1)!.inTime.confirmed === '0'
  })
  expect((await paymentOf(world, payment)).status).toBe('Created')
})

test('tokens that are only shown, and are mined again, make no money wait', async () => {
  nodes = await createNodesWorld(2, { confirmations: 1 })
  const { world } = nodes
  const payer = await newPayer(world, 1_000n * unit)
  const payment = await request(world)
  const shown = await deployFake(world, payer, 1_000n * unit)
  await pollUntil(world, 'polled', async () => true)
  const hashes: Hash[] = []
  for (let sent = 0; sent < 5; sent++)
    hashes.push(await sendFrom(world, payer, transfer(payment.depositAddress, unit, shown)))
  await pollUntil(world, 'all are shown', async () => {
    const { rows } = await world.database.pool.query(
      `select 1 from deposit_log where status = 'Confirmed'`,
    )
    return rows.length === hashes.length
  })
  const signed = await Promise.all(hashes.map((hash) => signedOf(world.direct, hash)))
  await reorgFrom(world.direct, hashes[0]!, signed)
  await mineBlock(world.direct)
  await pay(world, payer, payment, amount)
  await pollUntil(world, 'what was paid counts', async () => {
    return (await paymentOf(world, payment)).status === 'Succeeded'
  })
})
