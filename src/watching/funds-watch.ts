/**
 * Reports to subscriptions what their payers allow and have, where that may have changed. Logs of the tokens are only a
 * reason to check: allowance and balance are read. The balance of a payer to whom something came is read once, however
 * many subscriptions wait for it, and only those are told to whom it is another answer than they know.
 */
import type { Address, Client } from 'viem'
import type { Pool } from 'pg'
import { isBalanceNews } from '../../machines/subscription/subscription.events.ts'
import type { Cause, Message } from '../shared/message.ts'
import type { ConnectedChain } from '../chain/clients.ts'
import { endOfBlock, type Funds, readBalances, readFunds, walletOf } from '../chain/funds.ts'
import { createFundsMessage } from '../chain/funds-message.ts'
import { recordPayerFunds } from '../chain/payer-funds.ts'
import {
  findSubscriptions,
  fundsQuestionOf,
  type KnownSubscription,
} from '../chain/subscriptions.ts'
import { findOutrunDrafts, loadWaiting } from './watched-subscriptions.ts'

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
  const position = endOfBlock(seen.blockNumber)
  const cause: Cause = { type: 'chain', detail: `allowance and balance read on ${name}` }
  const drafts = subscriptions.filter(({ status }) => status === 'Draft')
  const outrun = drafts.length
    ? await findOutrunDrafts(
        pool,
        name,
        drafts.map(({ contractAddress }) => contractAddress),
      )
    : []
  return subscriptions.flatMap((subscription, index) => {
    const funds = seen.funds[index]!
    const { contractAddress } = subscription
    const isOutrun = outrun.includes(contractAddress)
    const id = `${name}/${tag}/funds/${contractAddress}${isOutrun ? `/outrun/${position}` : ''}`
    return isChanged(subscription, funds) || isOutrun
      ? [createFundsMessage(id, subscription, funds, position, cause, isOutrun)]
      : []
  })
}

const isChanged = (known: KnownSubscription, { allowance, balance }: Funds): boolean =>
  known.allowance !== String(allowance) || known.balance !== String(balance)
