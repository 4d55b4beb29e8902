import { keccak256, parseTransaction } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { broadcastTransaction } from '../../src/chain/clients.ts'
import { findSigned } from '../../src/chain/lanes/signed-transactions.ts'
import { sendTransaction } from '../../src/sending/sender.ts'
import { fillNonce, replaceTransaction, signTransaction } from '../../src/sending/signer.ts'
import { readForSigning } from '../../src/sending/signing-reads.ts'
import type { KnownTransaction } from '../../src/chain/rows/transactions.ts'
import { newId } from '../../src/shared/ids.ts'
import type { Cause } from '../../src/shared/message.ts'
import { command, mineBlock, setAutomine, setBalance } from './dev-node.ts'
import { blockchain, createWorld, network, type World } from './world.ts'

const cause: Cause = { type: 'timer', timer: 'test' }
const oneEther = 10n ** 18n
let world: World

beforeAll(async () => {
  world = await createWorld()
})
beforeEach(async () => {
  await setAutomine(world.direct, true)
  await setBalance(world.direct, world.merchant.wallet, oneEther)
})
afterAll(async () => {
  await world?.close()
})

/** Creates a transaction that asks to be signed: it sends nothing to the wallet itself. */
function queued(changes: Partial<KnownTransaction> = {}): KnownTransaction {
  const { wallet, merchantId } = world.merchant
  return {
    id: newId(world.clock.now()),
    merchantId,
    network,
    blockchain,
    wallet,
    purpose: 'charge',
    to: wallet,
    data: '0x',
    gasLimit: '30000',
    items: [],
    status: 'Queued',
    phase: '',
    revision: 1,
    nonce: null,
    hashes: [],
    maxFeePerGas: null,
    sentAtBlock: null,
    replacements: 0,
    minedIn: null,
    ...changes,
  }
}

const sign = async (transaction: KnownTransaction) =>
  signTransaction(world, transaction, await readForSigning(world, [transaction]), cause)
const signedOf = async ({ id }: KnownTransaction) => (await findSigned(world.database.pool, id))[0]!
async function sendSigned(transaction: KnownTransaction) {
  const versions = await findSigned(world.database.pool, transaction.id)
  return sendTransaction(
    world.chain,
    versions[0]!,
    versions.map(({ hash }) => hash),
  )
}

test('a signer that died before it could send finds its bytes and reports the same again (P3)', async () => {
  const transaction = queued()
  const first = await sign(transaction)
  const bytes = (await signedOf(transaction)).raw
  const second = await sign(transaction)

  expect(second).toEqual(first)
  expect((await signedOf(transaction)).raw).toBe(bytes)
  expect(first.event).toMatchObject({ type: 'transaction.signed', hash: keccak256(bytes) })
  expect(await sendSigned(transaction)).toMatchObject({ result: 'sent' })
})

test('many signers at once leave no nonce out and give none twice', async () => {
  const transactions = Array.from({ length: 12 }, () => queued())
  const messages = await Promise.all([...transactions, ...transactions].map(sign))
  const nonces = [...new Set(messages.map(({ event }) => Number(event['nonce'])))].sort(
    (one, other) => one - other,
  )
  expect(nonces).toHaveLength(transactions.length)
  expect(nonces.at(-1)! - nonces[0]!).toBe(transactions.length - 1)

  const inOrder = (await Promise.all(transactions.map(signedOf))).sort(
    (one, other) => one.nonce - other.nonce,
  )
  for (const { raw } of inOrder)
    expect(await broadcastTransaction(world.chain.nodes, raw)).toMatchObject({ accepted: 1 })
})

test('a replacement has the same nonce and data, and offers at least an eighth more of both', async () => {
  await setAutomine(world.direct, false)
  const transaction = queued()
  await sign(transaction)
  const first = await signedOf(transaction)
  expect(await sendSigned(transaction)).toMatchObject({ result: 'sent' })

  await replaceTransaction(world, transaction, first, cause)
  const second = await signedOf(transaction)
  expect(second.nonce).toBe(first.nonce)
  expect(second.maxFeePerGas * 8n).toBeGreaterThanOrEqual(first.maxFeePerGas * 9n)
  expect(second.maxPriorityFeePerGas * 8n).toBeGreaterThanOrEqual(first.maxPriorityFeePerGas * 9n)
  expect(parseTransaction(second.raw)).toMatchObject({ to: parseTransaction(first.raw).to })
  expect(await sendSigned(transaction)).toMatchObject({ result: 'sent' })

  await mineBlock(world.direct)
  const receipt = await command(world.direct, 'eth_getTransactionReceipt', [second.hash])
  expect(receipt).toMatchObject({ status: '0x1' })
  expect(await findSigned(world.database.pool, transaction.id)).toHaveLength(2)
})

test('a replacement that was signed and never reported is reported, and not replaced again', async () => {
  const transaction = queued()
  await sign(transaction)
  const first = await signedOf(transaction)
  const reported = await replaceTransaction(world, transaction, first, cause)
  const again = await replaceTransaction(world, transaction, first, cause)
  expect(again).toEqual(reported)
  expect(await sendSigned(transaction)).toMatchObject({ result: 'sent' })
})

test('bytes that a node has already, pooled or mined, count as sent', async () => {
  await setAutomine(world.direct, false)
  const transaction = queued()
  await sign(transaction)
  expect(await sendSigned(transaction)).toMatchObject({ result: 'sent' })
  expect(await sendSigned(transaction)).toMatchObject({ result: 'sent' })
  await mineBlock(world.direct)
  expect(await sendSigned(transaction)).toMatchObject({ result: 'sent' })
})

test('a nonce that something else has used is lost, and the lane goes on behind it', async () => {
  const lost = queued()
  await sign(lost)
  const { nonce } = await signedOf(lost)
  await command(world.direct, 'anvil_setNonce', [
    world.merchant.wallet,
    `0x${(nonce + 3).toString(16)}`,
  ])
  expect(await sendSigned(lost)).toMatchObject({ result: 'lost' })

  const next = queued()
  await sign(next)
  expect((await signedOf(next)).nonce).toBe(nonce + 3)
  expect(await sendSigned(next)).toMatchObject({ result: 'sent' })
})

test('a wallet without gas is reported as that, and the same bytes go through once it has some', async () => {
  const transaction = queued()
  await sign(transaction)
  await setBalance(world.direct, world.merchant.wallet, 1n)
  expect(await sendSigned(transaction)).toMatchObject({ result: 'unfunded' })

  await setBalance(world.direct, world.merchant.wallet, oneEther)
  expect(await sendSigned(transaction)).toMatchObject({ result: 'sent' })
})

test('a transaction that no node takes leaves its nonce to an empty one', async () => {
  const transaction = queued({ gasLimit: '100' })
  await sign(transaction)
  expect(await sendSigned(transaction)).toMatchObject({ result: 'gasTooLow' })
  await fillNonce(world, transaction)
  expect(await sendSigned(transaction)).toMatchObject({ result: 'sent' })

  const next = queued()
  await sign(next)
  expect(await sendSigned(next)).toMatchObject({ result: 'sent' })
})

test('a fee below the base fee is too low, and raised at once', async () => {
  const transaction = queued()
  await sign(transaction)
  const { hash, maxFeePerGas } = await signedOf(transaction)
  await command(world.direct, 'anvil_setNextBlockBaseFeePerGas', [
    `0x${(maxFeePerGas * 3n).toString(16)}`,
  ])
  expect(await sendSigned(transaction)).toMatchObject({ result: 'underpriced' })
  await mineBlock(world.direct)
  await replaceTransaction(world, transaction, { hash }, cause)
  expect(await sendSigned(transaction)).toMatchObject({ result: 'sent' })
})
