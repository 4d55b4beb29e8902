/** A chain as it stands: to merchants how far it was read, to operators its nodes as well. */
import { z } from 'zod'
import { finalities } from '../../../shared/chains/finality.ts'
import { networks } from '../../../shared/network.ts'
import { Time, RealTime } from '../../../core/resources/fields.ts'
import { chainStates } from '../../../store/views/node-advice.ts'

const Block = z
  .strictObject({
    number: z.int(),
    at: Time.meta({ description: "The chain's own time" }),
    ageSeconds: z.int(),
  })
  .meta({ id: 'Block' })

const Lag = z.int().nullable().meta({ description: 'In blocks; null where one is unknown' })

export const ChainResource = z
  .strictObject({
    name: z.string(),
    network: z.enum(networks),
    chainId: z.int(),
    state: z.enum(chainStates).meta({
      description:
        '`Absent`: not served yet. `Unread`: nobody has read it for a while. `Behind`: what is ' +
        'known is older than the heads of its nodes. `Still`: its nodes show no new block. ' +
        '`Waiting`: money or transactions have waited long for its nodes to agree.',
    }),
    read: Block.nullable().meta({ description: 'The newest block whose events are known' }),
    lookedAt: RealTime.nullable().meta({ description: 'When it was read last, in real time' }),
    head: Block.nullable().meta({ description: 'The newest block that a node shows' }),
    lagBlocks: Lag,
    finality: z.strictObject({ by: z.enum(finalities), confirmations: z.int().nullable() }).meta({
      description:
        'When a block counts as final: at a depth, in blocks, or once the chain itself calls it so',
    }),
  })
  .meta({ id: 'Chain' })

const Advice = z.string().meta({ description: 'What an operator does about it' })

const Node = z
  .strictObject({
    name: z.string().meta({ description: 'Scheme and host' }),
    head: Block.nullable(),
    lagBlocks: Lag,
    errorCount: z.int(),
    lastError: z.string().nullable(),
    lastErrorAt: RealTime.nullable(),
    lacks: z.array(z.string()).meta({ description: 'The calls that it does not take' }),
    logRange: z.int().meta({ description: 'How many blocks it is asked for logs of at once' }),
    requestsPerSecond: z.number().nullable(),
  })
  .meta({ id: 'ChainNode' })

export const WatchedChainResource = ChainResource.extend({
  reason: z.string().nullable().meta({ description: 'Why it is absent' }),
  advice: Advice.nullable(),
  nodes: z.array(Node),
  waits: z
    .array(
      z.strictObject({ what: z.string(), detail: z.string(), since: RealTime, advice: Advice }),
    )
    .meta({ description: 'What its nodes do not agree about now' }),
}).meta({ id: 'WatchedChain' })
