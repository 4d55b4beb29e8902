/**
 * Asks every node what gas costs, and counts one quote of each. A slow node is waited for, and its last
 * quote counts while it is fresh: slowing one node down must not leave the price to another one alone.
 */
import type { Client } from 'viem'
import { detailsOf, RpcUnavailable } from '../chain-errors.ts'
import { isNodeFailure } from '../rpc/complaints.ts'
import { elapsedMs, wait } from '../../shared/time.ts'

/** The wait after the first answer, for a node with a fresh quote and for one without. */
const patienceMs = { withQuote: 1_000, without: 5_000 }
/** In this time a base fee moves by less than the factor of two that an offer leaves space for. */
const quoteFreshMs = 60_000
/** For this time a node is not waited for that was waited for in vain. */
const restMs = 30_000

/** No node says what gas costs, whatever else it answers. */
export class PricesUnread extends RpcUnavailable {
  override name = 'PricesUnread'
}

type DatedQuote<Quote> = { quote: Quote; at: number }

export class GasQuotes<Quote> {
  readonly #quotes = new WeakMap<Client, DatedQuote<Quote>>()
  readonly #restsUntil = new WeakMap<Client, number>()

  /**
   * Returns what each node quotes now, or its last quote while that is fresh.
   *
   * @throws `PricesUnread` when no node answers now
   */
  async ask(
    nodes: Client[],
    ask: (node: Client) => Promise<Quote>,
  ): Promise<{ node: Client; quote: Quote }[]> {
    const silent = new Set(nodes)
    const errors: unknown[] = []
    const first = Promise.withResolvers<void>()
    const askOne = async (node: Client) => {
      try {
        this.#quotes.set(node, { quote: await ask(node), at: elapsedMs() })
        this.#restsUntil.delete(node)
        first.resolve()
      } catch (error) {
        errors.push(error)
      }
      silent.delete(node)
    }
    const all = Promise.all(nodes.map(askOne)).then(() => first.resolve())
    await first.promise
    await waitFor(all, patienceMs.withQuote)
    if (errors.length === nodes.length) throw toUnread(errors[0])
    const isMissing = (node: Client) => silent.has(node) && !this.#freshQuoteOf(node)
    if (nodes.some((node) => isMissing(node) && !this.#rests(node)))
      await waitFor(all, patienceMs.without - patienceMs.withQuote)
    for (const node of nodes.filter(isMissing)) this.#restsUntil.set(node, elapsedMs() + restMs)
    return nodes.flatMap((node) => {
      const fresh = this.#freshQuoteOf(node)
      return fresh ? [{ node, quote: fresh.quote }] : []
    })
  }

  #freshQuoteOf(node: Client): DatedQuote<Quote> | undefined {
    const last = this.#quotes.get(node)
    return last && elapsedMs() - last.at < quoteFreshMs ? last : undefined
  }

  #rests = (node: Client): boolean => (this.#restsUntil.get(node) ?? 0) > elapsedMs()
}

/** A failure that is none of the nodes stays as it is. */
const toUnread = (cause: unknown): unknown =>
  isNodeFailure(cause) || cause instanceof RpcUnavailable
    ? new PricesUnread(`no node says what gas costs: ${detailsOf(cause)}`, { cause })
    : cause

async function waitFor(all: Promise<void>, ms: number): Promise<void> {
  const enough = new AbortController()
  await Promise.race([all, wait(ms, enough.signal)])
  enough.abort()
}
