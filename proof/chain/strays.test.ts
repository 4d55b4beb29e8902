/** Money that a payer sent to the right address on a wrong chain is seen, shown, and brought to its receiver. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, zeroAddress } from 'viem'
import { getBalance, readContract, sendTransaction } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PaymentInput } from '../../machines/payment/payment.events.ts'
import { runCommand } from '../../scripts/run-command.ts'
import { demoTokenAbi } from '../../src/chain/abi/demo-token.ts'
import { erc20Abi } from '../../src/chain/abi/erc20.ts'
import { type ConnectedChain, connectAll } from '../../src/chain/clients.ts'
import { checkForStrays } from '../../src/reader/deposits/stray-round.ts'
import { createPeriodicJobs } from '../../src/watching/periodic-jobs.ts'
import { resolveChains } from '../../src/chain/deployments/deployments.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import type { LaunchedServer } from '../../test/support/launched.ts'
import { ChainDirectory } from '../../src/shared/chain-directory.ts'
import { ChainsFile, localChains } from '../../src/shared/chains.ts'
import { listStrays } from '../../src/store/views/strays.ts'
import { startTestChain } from '../../test/support/chain.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'
import { command, removeCode } from '../../test/chain/dev-node.ts'
import { newPayer, type Payer, sendFrom, tokenOf, unit } from '../../test/chain/payers.ts'
import { pay, paymentInput, paymentOf, request } from '../../test/chain/payments.ts'
import { createWorld, startThinking, type World } from '../../test/chain/world.ts'

const otherName = 'OtherTestNet'
const pollMs = 20
/** Nobody's secret: the node's fourth development account. */
const gasKey = '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6'

let world: World
let other: LaunchedServer
let thinking: { stop(): Promise<void> }
/** The same service and merchant, on the other chain. */
let elsewhere: World
let payer: Payer

beforeAll(async () => {
  ;[world, other] = await Promise.all([createWorld(), startTestChain({ chainId: 7_777 })])
  const there = await connectOther()
  elsewhere = { ...world, chain: there, direct: there }
  thinking = startThinking(world)
  payer = await newPayer(elsewhere, 0n)
  await sendFrom(elsewhere, payer, {
    to: tokenThere(),
    abi: demoTokenAbi,
    name: 'mint',
    args: [payer.address, 1_000n * unit],
  })
})
beforeEach(() => pollOnce(elsewhere, elsewhere.chain.nodes[0]!))
afterAll(async () => {
  await thinking?.stop()
  await world?.close()
  await other?.stop()
})

async function connectOther(): Promise<ConnectedChain> {
  const [first] = localChains
  const assets = first!.assets.map((asset) => ({ ...asset, code: asset.code.replace('lt', 'ot') }))
  const settings = ChainsFile.parse([
    { ...first, name: otherName, chainId: 7_777, rpcUrls: [other.url], assets },
  ])
  const directory = new ChainDirectory(await resolveChains(settings, world.database))
  return connectAll(directory).get(otherName)!
}

/** Runs the periodic jobs of the other chain's watcher once. */
async function round(): Promise<void> {
  for (const errand of createPeriodicJobs(elsewhere, pollMs))
    await errand.run(elsewhere.chain.nodes[0]!)
}
const ownerOf = ({ merchantId, network }: PaymentInput) => ({ merchantId, network })
const straysOf = async (payment: PaymentInput) =>
  listStrays(world.database, ownerOf(payment), { limit: 50, offset: 0 }, payment.id)
const tokenThere = () => tokenOf(elsewhere, 'otUSDC')
const payThere = (payment: PaymentInput, amount: bigint) =>
  pay(elsewhere, payer, payment, amount, tokenThere())
const newReceiver = (): Address => paymentInput(world).depositAddress as Address
const holdingsThere = (account: string) =>
  readContract(elsewhere.direct.reader, {
    address: tokenThere(),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account as Address],
  })

const requestFor = (receiver: Address): Promise<PaymentInput> =>
  request({ ...world, merchant: { ...world.merchant, receiver } })

/** The command as an operator runs it. */
async function recover({ id }: { id: string }, ...options: string[]) {
  const chainsFile = join(newDirectory('recover'), 'chains.json')
  const named = [world.chain, elsewhere.chain].map(
    ({ name, network, chainId, rpcUrls, assets }) => ({ name, network, chainId, rpcUrls, assets }),
  )
  writeFileSync(chainsFile, JSON.stringify(named))
  const args = ['--payment', id, '--chain', otherName, ...options]
  return runCommand(['scripts/recover-deposit.ts', ...args], {
    environment: { DATABASE_URL: world.database.url, CHAINS_FILE: chainsFile, GAS_KEY: gasKey },
  })
}

test('money on a wrong chain is an exception, not a payment, and one command brings it home', async () => {
  const payment = await requestFor(newReceiver())
  await payThere(payment, 10n * unit)
  await pollOnce(elsewhere, elsewhere.chain.nodes[0]!)
  await round()
  expect(await straysOf(payment)).toMatchObject([
    {
      paymentId: payment.id,
      expectedBlockchain: world.chain.name,
      blockchain: otherName,
      asset: 'otUSDC',
      amount: '10',
      depositAddress: payment.depositAddress,
      receiver: payment.receiver,
    },
  ])
  await pollOnce(world, world.chain.nodes[0]!)
  expect(await paymentOf(world, payment)).toMatchObject({
    status: 'Created',
    context: { inTime: { seen: '0' }, others: [] },
  })

  const { succeeded, output } = await recover(payment)
  expect(output).toContain(`10 otUSDC went to ${payment.receiver} on ${otherName} in 0x`)
  expect(succeeded).toBe(true)
  expect(await holdingsThere(payment.receiver)).toBe(10n * unit)
  await pollOnce(elsewhere, elsewhere.chain.nodes[0]!)
  await round()
  expect(await straysOf(payment)).toEqual([])
  const again = await recover(payment)
  expect(again.output).toContain(`nothing lies at ${payment.depositAddress}`)
})

test('money on a wrong chain is seen again when more comes', async () => {
  const payment = await requestFor(newReceiver())
  await round()
  expect(await straysOf(payment)).toEqual([])
  await payThere(payment, 3n * unit)
  await pollOnce(elsewhere, elsewhere.chain.nodes[0]!)
  await round()
  expect(await straysOf(payment), 'its turn has not come').toEqual([])
  await passMinutes(3)
  await round()
  expect(await straysOf(payment)).toMatchObject([{ amount: '3' }])
  await payThere(payment, 4n * unit)
  await pollOnce(elsewhere, elsewhere.chain.nodes[0]!)
  await passMinutes(6)
  await round()
  expect(await straysOf(payment)).toMatchObject([{ amount: '7' }])
})

test('the native coin on a wrong chain comes home as well', async () => {
  const payment = await requestFor(newReceiver())
  const { reader } = elsewhere.direct
  await sendTransaction(reader, {
    account: payer.account,
    chain: reader.chain!,
    to: payment.depositAddress as Address,
    value: 5n,
  })
  const { output } = await recover(payment, '--token', 'native')
  expect(output).toContain('0.000000000000000005 ETH went to')
  expect(await getBalance(reader, { address: payment.receiver as Address })).toBe(5n)
})

test('no other merchant sees money on a wrong chain', async () => {
  const payment = await requestFor(newReceiver())
  await payThere(payment, unit)
  await pollOnce(elsewhere, elsewhere.chain.nodes[0]!)
  await round()
  const page = { limit: 50, offset: 0 }
  const { merchantId, network } = ownerOf(payment)
  const stranger = { merchantId: 'another', network }
  expect(await straysOf(payment)).toHaveLength(1)
  expect(await listStrays(world.database, stranger, page, payment.id)).toEqual([])
  const main = { merchantId, network: 'MainNet' } as const
  expect(await listStrays(world.database, main, page, payment.id)).toEqual([])
})

test('a chain that derives other addresses is not checked for strays', async () => {
  const payment = await requestFor(newReceiver())
  const strange = { ...elsewhere.chain, name: 'Strange', depositImplementation: zeroAddress }
  await world.database.pool.query(
    `insert into chain_cursor (blockchain, revision, block_number, block_hash, block_time, seen_at)
     select 'Strange', revision, block_number, block_hash, block_time, seen_at
     from chain_cursor where blockchain = $1`,
    [otherName],
  )
  await checkForStrays({ ...elsewhere, chain: strange }, elsewhere.chain.nodes[0]!)
  const { rows } = await world.database.pool.query(
    `select from stray_watch where blockchain = 'Strange' and payment_id = $1`,
    [payment.id],
  )
  expect(rows).toEqual([])
})

test.each([
  ['the payment’s', () => world],
  ['the other', () => elsewhere],
])('a receiver that is a contract on %s chain is asked about first', async (_, where) => {
  const payment = await requestFor(newReceiver())
  await payThere(payment, 2n * unit)
  await command(where().direct, 'anvil_setCode', [payment.receiver, '0x6001'])
  const refused = await recover(payment)
  expect(refused.succeeded).toBe(false)
  expect(refused.output).toContain(`is a contract on ${where().chain.name}: make sure`)
  expect(await holdingsThere(payment.receiver)).toBe(0n)
  const { output } = await recover(payment, '--receiver-checked')
  expect(output).toContain('2 otUSDC went to')
  expect(await holdingsThere(payment.receiver)).toBe(2n * unit)
})

test('on a chain without the factory, the command says how it gets there', async () => {
  const payment = await requestFor(newReceiver())
  await removeCode(elsewhere.direct, elsewhere.chain.depositFactory)
  const { succeeded, output } = await recover(payment)
  expect(succeeded).toBe(false)
  expect(output).toContain(
    `${otherName} has no deposit factory at ${elsewhere.chain.depositFactory}`,
  )
  expect(output).toContain('npm run deploy:contracts')
})

/** Moves the checks for strays on: they follow the database's real time, which a test cannot wait for. */
const passMinutes = (minutes: number) =>
  world.database.pool.query(
    `update stray_watch set check_at = check_at - $1 * interval '1 minute'`,
    [minutes],
  )
