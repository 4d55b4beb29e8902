/** Faults of how a chain is looked at: what that costs, and what is told of it. */
import type { Saboteur } from './saboteur.ts'

const idle = 'proof/chain/idle-cost.test.ts'

export const ofWatching: Saboteur[] = [
  {
    fault: 'a standby leaves listeners on its connection, two for each try',
    file: 'src/watching/leader.ts',
    before: "  client.off('error', lose).off('end', lose)\n",
    after: '',
    test: {
      file: 'test/chain/leader.test.ts',
      title:
        'a standby that tries again and again leaves nothing on its connections, and leads once the leader is gone',
    },
  },
  {
    fault: 'every block costs a header though nothing is awaited',
    file: 'src/watching/poll-once.ts',
    before: 'isSparse: !isAwaited',
    after: 'isSparse: false',
    test: {
      file: idle,
      title: 'while nothing is awaited, many blocks cost two headers, and one request for all logs',
    },
  },
  {
    fault: 'a log costs a header with each block that is read again',
    file: 'src/watching/logs/stored-logs.ts',
    before: '!stored.has(`${placeOf(log)}/${log.paymentId}`)',
    after: '!stored.has(placeOf(log))',
    test: {
      file: idle,
      title: 'a log that was stored costs no header when its block is read again',
    },
  },
  {
    fault: 'every address is named to the node',
    file: 'src/watching/logs/range-logs.ts',
    before: 'if (isCheap && !isRefused)',
    after: 'if (isFar && !isRefused)',
    test: {
      file: idle,
      title:
        'a block costs one header and one request for all logs, whether 3 or 6,000 are watched',
    },
  },
  {
    fault: 'a new balance is told to each subscription of the payer',
    file: 'machines/subscription/subscription.events.ts',
    before: '&& known !== balance',
    after: '|| known !== balance',
    test: {
      file: 'proof/chain/one-payer.test.ts',
      title: 'money that changes the answer of none is looked at once, and told to nobody',
    },
  },
  {
    fault: 'unknown tokens are looked for in the newest blocks alone',
    file: 'src/watching/deposits/unknown-tokens.ts',
    before: '(readTo ?? blockNumber - blocksStoredMax) + 1 - overlapBlocks',
    after: 'blockNumber + 1 - overlapBlocks',
    test: {
      file: 'proof/chain/unknown-tokens.test.ts',
      title: 'they are looked for every ten minutes, in all blocks since, and not with every block',
    },
  },
  {
    fault: 'every deposit address is named to the node of a local chain with every block',
    file: 'src/watching/deposits/unknown-tokens.ts',
    before: '(chain.embedded && (await isQuiet(node, chain, due, last.head)))',
    after: 'false',
    test: {
      file: 'proof/chain/idle-cost.test.ts',
      title:
        'a block of a local chain without transfers names no address to the node, however many are watched',
    },
  },
  {
    fault: "events of strangers' contracts are stored where a node kept them back at first",
    file: 'src/watching/ingest.ts',
    before: 'const ownLogs = logs.filter((log) => known.has(log.contractAddress))',
    after: 'const ownLogs = logs',
    test: {
      file: 'test/chain/watching.test.ts',
      title: 'events of contracts that are not ours are not stored',
    },
  },
]
