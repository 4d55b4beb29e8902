/**
 * The part of the chains file about a chain's nodes. An address may carry its provider's key; headers
 * are the better place, and neither is ever shown again.
 */
import { z } from 'zod'

/** Larger ranges of blocks are cut into pieces of this size from the beginning. */
const logRangeDefault = 2_000
const pollMsMin = 100
const pollMsMax = 600_000
const headersMax = 20
const nodesMax = 20

const Url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
/** RFC 9110: what may stand in a header. */
const HeaderName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'is no header name')
const HeaderValue = z.string().regex(/^[\x20-\x7e]{1,2000}$/, 'is no header value')

const providerPattern = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$/

const Node = z.strictObject({
  url: Url,
  /** The node's provider, where the host's name does not tell it: nodes of one provider count as one. */
  provider: z
    .string()
    .regex(providerPattern, 'must be up to 40 letters, digits, spaces, dots and hyphens')
    .optional(),
  headers: z
    .record(HeaderName, HeaderValue)
    .refine((headers) => Object.keys(headers).length <= headersMax, `at most ${headersMax} headers`)
    .default({}),
})

export const nodeFields = {
  rpcUrls: z
    .array(
      z.union([Url, Node], {
        error:
          'must be an http or https address, or { "url": …, "headers": { … }, "provider": … } and nothing else',
      }),
    )
    .max(nodesMax, `at most ${nodesMax} addresses`)
    .default([]),
  /** Milliseconds between two polls of the chain; null: as its blocks come. */
  pollMs: z.int().min(pollMsMin).max(pollMsMax).nullable().default(null),
  /** The most blocks that one `eth_getLogs` asks for; a node's own limit is learnt from its refusals. */
  logRangeMax: z.int().min(1).max(100_000).default(logRangeDefault),
}

/** The address of one node, or the address with headers and provider. */
export type NodeAddress = string | z.infer<typeof Node>

/** Returns the URL, key and all: only for the local chain, whose address is no secret. */
export const urlOf = (address: NodeAddress): string =>
  typeof address === 'string' ? address : address.url
