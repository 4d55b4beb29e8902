/**
 * Reads what payers allow and have, where that may have changed. Logs of the tokens are only a reason to check: allowance
 * and balance are read. The balance of a payer to whom something came is read once, however many subscriptions wait for
 * it, and only those are told to whom it is another answer than they know.
 */
import type { Address, Client } from 'viem'
import type { Pool } from 'pg'
import { isBalanceNews } from '../../machines/subscription/subscription.events.ts'
import type { Message } from '../shared/message.ts'
import type { ChainDependencies } from '../chain/dependencies.ts'
import type { Cursor } from '../chain/rows/cursor.ts'
import { toFundsMessages } from '../reporter/funds.ts'
import type { ConnectedChain } from '../chain/clients.ts'
import { readBalances, readFunds } from '../chain/funds.ts'
import { recordPayerFunds, walletOf } from '../chain/rows/payer-funds.ts'
import { findSubscriptions, fundsQuestionOf } from '../chain/rows/subscriptions.ts'
import { findOutrunDrafts, loadWaiting } from '../chain/rows/watched-subscriptions.ts'

/** Finds the subscriptions of payers to whom something came that have to hear of it. */
export async function findChangedAnswers(
  pool: Pool,
  node: Client,
  { name }: ConnectedChain,
  payers: readonly Address[],
  blockNumber: bigint,
): Promise<Address[]> {
  const waiting = await loadWaiting(pool, name, payers)
  const wallets = [...new Map(waiting.map((one) => [walletOf(one), one])).values()]
  const balances = await readBalances(node, wallets, blockNumber)
  const funds = balances.map((balance) => ({ balance }))
  await recordPayerFunds(pool, name, wallets, { blockNumber, funds })
  const balanceOf = new Map(wallets.map((wallet, index) => [walletOf(wallet), balances[index]!]))
  return waiting
    .filter((one) => isBalanceNews(one, String(balanceOf.get(walletOf(one)))))
    .map(({ contractAddress }) => contractAddress)
}

/** Reads what the payers of these contracts allow as of the cursor's block, in order. */
export async function readAllowancesOf(
  { database: { pool }, chain }: ChainDependencies,
  node: Client,
  { blockNumber }: Cursor,
  contracts: readonly { contractAddress: Address }[],
): Promise<bigint[]> {
  const addresses = contracts.map(({ contractAddress }) => contractAddress)
  const known = await findSubscriptions(pool, addresses)
  const questions = addresses.map((address) => fundsQuestionOf(known.get(address)!))
  const seen = await readFunds(node, questions, BigInt(blockNumber))
  await recordPayerFunds(pool, chain.name, questions, seen)
  return seen.funds.map(({ allowance }) => allowance)
}

/** Reads these payers' funds at a block; returns a message to each subscription whose funds changed. */
export async function readChangedFunds(
  pool: Pool,
  node: Client,
  { name }: ConnectedChain,
  contracts: readonly string[],
  { blockNumber, tag }: { blockNumber?: bigint; tag: string },
): Promise<Message[]> {
  const subscriptions = [...(await findSubscriptions(pool, contracts)).values()]
  const questions = subscriptions.map(fundsQuestionOf)
  const seen = await readFunds(node, questions, blockNumber)
  await recordPayerFunds(pool, name, questions, seen)
  const drafts = subscriptions.filter(({ status }) => status === 'Draft')
  const outrun = drafts.length
    ? await findOutrunDrafts(
        pool,
        name,
        drafts.map(({ contractAddress }) => contractAddress),
      )
    : []
  return toFundsMessages(name, tag, { subscriptions, seen, outrun })
}
