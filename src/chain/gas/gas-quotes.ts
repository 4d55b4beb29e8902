/**
 * Asks every node what gas costs, and gives each one voice. A node that is slow is waited for, and
 * speaks by what it said last while that is fresh: who slows one node down must not thereby leave
 * the price to another alone.
 */
import type { Client } from 'viem'
import { wait } from '../../shared/retry.ts'
import { readFromChain } from '../chain-errors.ts'

/** How long after the first answer a node is waited for that said something lately, and one that did not. */
const patienceMs = { withWord: 1_000, without: 5_000 }
/** In this time a base fee moves by less than the factor of two that an offer leaves space for. */
const wordFreshMs = 60_000
/** A node that kept others waiting in vain is not waited for again so soon. */
const restMs = 30_000

type Voice<Quote> = { quote: Quote; at: number }

export class GasQuotes<Quote> {
  readonly #words = new WeakMap<Client, Voice<Quote>>()
  readonly #restsUntil = new WeakMap<Client, number>()

  /**
   * What each node says now, or said last.
   *
   * @throws `RpcUnavailable` when no node answers now
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
        this.#words.set(node, { quote: await ask(node), at: performance.now() })
        this.#restsUntil.delete(node)
        first.resolve()
      } catch (error) {
        errors.push(error)
      }
      silent.delete(node)
    }
    const all = Promise.all(nodes.map(askOne)).then(() => first.resolve())
    await first.promise
    await waitFor(all, patienceMs.withWord)
    if (errors.length === nodes.length)
      await readFromChain(() => Promise.reject(errors[0] as Error))
    const isMissing = (node: Client) => silent.has(node) && !this.#wordOf(node)
    if (nodes.some((node) => isMissing(node) && !this.#rests(node)))
      await waitFor(all, patienceMs.without - patienceMs.withWord)
    for (const node of nodes.filter(isMissing))
      this.#restsUntil.set(node, performance.now() + restMs)
    return nodes.flatMap((node) => {
      const word = this.#wordOf(node)
      return word ? [{ node, quote: word.quote }] : []
    })
  }

  #wordOf(node: Client): Voice<Quote> | undefined {
    const word = this.#words.get(node)
    return word && performance.now() - word.at < wordFreshMs ? word : undefined
  }

  #rests = (node: Client): boolean => (this.#restsUntil.get(node) ?? 0) > performance.now()
}

async function waitFor(all: Promise<void>, ms: number): Promise<void> {
  const enough = new AbortController()
  await Promise.race([all, wait(ms, enough.signal)])
  enough.abort()
}
