/** The reporter tells actors what rows say of a chain: here are rows, a worker, and no chain. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zeroHash } from 'viem'
import { type CreditableLog, findCreditableLogs } from '../../src/chain/rows/creditable-logs.ts'
import { type Cursor, loadCursor } from '../../src/chain/rows/cursor.ts'
import { findDueDeposits } from '../../src/chain/rows/due-deposits.ts'
import { reportLogs } from '../../src/reporter/credits.ts'
import { reportDeposits } from '../../src/reporter/deposits.ts'
import type { Reporting } from '../../src/reporter/reporting.ts'
import { tellActors } from '../../src/reporter/step.ts'
import type { DeployedChain } from '../../src/shared/chain-directory.ts'
import {
  aHash,
  anAddress,
  anId,
  createPayment,
  createSubscription,
  fundsSeen,
} from '../turns/messages.ts'
import { startParts } from '../turns/parts.ts'
import { createWorld, type World } from '../turns/world.ts'

const blockchain = 'LocalTestNet'
const periodSeconds = 30 * 86_400
const allowance = 120_000_000n
const answeredMs = 10_000

let world: World
let reporting: Reporting

beforeAll(async () => {
  world = await createWorld()
  world.until(startParts(world.parts))
  const chain = { name: blockchain, assets: [], nativeSymbol: 'ETH' } as unknown as DeployedChain
  reporting = { ...world.parts, chain }
  await world.parts.database.pool.query(
    `insert into chain_cursor (blockchain, revision, block_number, block_hash, block_time, seen_at)
     values ($1, 1, 100, $2, now(), now())`,
    [blockchain, zeroHash],
  )
})
afterAll(() => world?.close())

const query = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
  (await world.parts.database.pool.query<Row>(text, values)).rows

const cursor = async (): Promise<Cursor> =>
  (await loadCursor(world.parts.database.pool, blockchain))!

/** A draft whose payer allows and has enough. */
async function approvedDraft(): Promise<string> {
  const contractAddress = anAddress()
  await world.parts.bus.request(createSubscription(contractAddress), answeredMs)
  await tellActors(reporting, [fundsSeen(contractAddress)])
  await world.settle()
  return contractAddress
}

/** Stores that the contract logged its first charge; `agreed`: whether enough nodes say so. */
async function storeCharge(contractAddress: string, agreed: boolean): Promise<void> {
  await query(
    `insert into chain_log (blockchain, block_hash, log_index, block_number, block_time, transaction_hash,
       contract_address, event, args, status, agreed)
     values ($1, $2, 0, 90, now(), $3, $4, 'Charged',
       jsonb_build_object('period', 1, 'nextDue', extract(epoch from now())::bigint + $5::int), 'Seen', $6)`,
    [blockchain, aHash(), aHash(), contractAddress, periodSeconds, agreed],
  )
}

const logsOf = async (contractAddress: string): Promise<CreditableLog[]> => {
  const { logs } = await findCreditableLogs(world.parts.database.pool, blockchain, 10)
  return logs.filter((log) => log.contractAddress === contractAddress)
}

/** Reports what there is of a contract, and has the actors take it. */
async function report(contractAddress: string): Promise<void> {
  const logs = await logsOf(contractAddress)
  await reportLogs(
    reporting,
    await cursor(),
    logs,
    logs.map(() => allowance),
  )
  await world.settle()
}

async function standOf(contractAddress: string) {
  const [subscription] = await query<{ status: string; charges: number }>(
    'select status, charges_made as charges from subscription where id = $1',
    [contractAddress],
  )
  const charges = await query<{ status: string }>(
    `select status from charge where snapshot->'context'->>'contractAddress' = $1 order by created_at`,
    [contractAddress],
  )
  const logs = await query<{ status: string }>(
    'select status from chain_log where contract_address = $1',
    [contractAddress],
  )
  return {
    ...subscription!,
    charge: charges.map(({ status }) => status),
    log: logs.map(({ status }) => status),
  }
}

test('a log that nodes agree on makes its charge succeed', async () => {
  const contract = await approvedDraft()
  await storeCharge(contract, true)
  await report(contract)
  expect(await standOf(contract)).toEqual({
    status: 'Active',
    charges: 1,
    charge: ['Succeeded'],
    log: ['Credited'],
  })
})

test('a log that they do not agree on is told to nobody', async () => {
  const contract = await approvedDraft()
  await storeCharge(contract, false)
  expect(await logsOf(contract)).toEqual([])
})

test('a charge is taken back once nodes agree that its block is gone', async () => {
  const contract = await approvedDraft()
  await storeCharge(contract, true)
  await report(contract)
  const gone = `update chain_log set status = 'Retracting', agreed = $2 where contract_address = $1`
  await query(gone, [contract, true])
  expect(await logsOf(contract)).toEqual([])
  await query(gone, [contract, false])
  await report(contract)
  expect(await standOf(contract)).toMatchObject({ status: 'Pending', charges: 0, log: ['Reorged'] })
})

test('who has lost the lead reports nothing', async () => {
  const contract = await approvedDraft()
  await storeCharge(contract, true)
  const { revision, ...place } = await cursor()
  const behind = { ...place, revision: revision - 1 }
  const logs = await logsOf(contract)
  await expect(reportLogs(reporting, behind, logs, [allowance])).rejects.toThrow('another watcher')
  await world.settle()
  expect(await standOf(contract)).toMatchObject({ status: 'Pending', charges: 0, log: ['Seen'] })
})

test('of what logs say came to a payment, no more is confirmed than its address holds', async () => {
  const { pool } = world.parts.database
  const id = anId()
  await world.parts.bus.request(createPayment(id), answeredMs)
  await query(
    `insert into deposit_log (blockchain, block_hash, log_index, payment_id, block_number, block_time,
       transaction_hash, event, token, counterparty, amount, status, agreed)
     select $1, $2, 0, id, 90, now(), $3, 'Transfer', token, $4, 1000, 'Seen', true from payment where id = $5`,
    [blockchain, aHash(), aHash(), anAddress(), id],
  )
  const [due] = await findDueDeposits(pool, reporting.chain, 100, 10)
  await reportDeposits(reporting, await cursor(), [
    { due: due!, covered: { seen: 1000n, confirmed: 400n } },
  ])
  await world.settle()
  const [payment] = await query<{ status: string; seen: string; confirmed: string }>(
    `select status, snapshot->'context'->'inTime'->>'seen' as seen,
       snapshot->'context'->'inTime'->>'confirmed' as confirmed from payment where id = $1`,
    [id],
  )
  expect(payment).toEqual({ status: 'InProgress', seen: '1000', confirmed: '400' })
})
