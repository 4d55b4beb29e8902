/** Looks at every node of every chain, and at our contracts and tokens there. */
import type { Client } from 'viem'
import { getChainId } from 'viem/actions'
import { depositFactoryAddress } from '../../src/chain/abi/deposit-factory.ts'
import { subscriptionFactoryAddress } from '../../src/chain/abi/subscription-factory.ts'
import { readHeader, readLogs } from '../../src/chain/blocks.ts'
import { detailsOf } from '../../src/chain/chain-errors.ts'
import { connectChain } from '../../src/chain/clients.ts'
import { checkContracts } from '../../src/chain/deployments/deployments.ts'
import { requireLocalNode } from '../../src/chain/deployments/local-node.ts'
import type { ChainSettings } from '../../src/shared/chains.ts'
import { hostOf, nodesToAgreeOf } from '../../src/shared/chains/agreement.ts'
import type { Database } from '../../src/store/database.ts'
import { type Finding, failed, look, ok, warning } from './finding.ts'
import { hasTable } from './look-at-database.ts'
import type { Header } from '../../src/chain/rows/blocks.ts'

const headAgeMaxSeconds = 300
const headsApartMaxSeconds = 60
/** The range that the watcher begins with where the chains file says nothing. */
const logRangeUsual = 2_000

/** `database` is null where it is not reached; what was stored of a chain is not compared then, nor before the first start. */
export async function lookAtChains(
  chains: readonly ChainSettings[],
  database: Database | null,
): Promise<Finding[]> {
  const findings = await Promise.all(chains.map((chain) => lookAtChain(chain, database)))
  return findings.flat()
}

async function lookAtChain(chain: ChainSettings, database: Database | null): Promise<Finding[]> {
  const about = chain.name
  if (chain.rpcUrls.length === 0) return [ok(about, 'is local: the start brings it')]
  const { nodes } = connectChain(chain)
  const heads: Header[] = []
  const findings = await Promise.all(
    nodes.map((node, index) => lookAtNode(chain, node, hostOf(chain.rpcUrls[index]!), heads)),
  )
  if (heads.length === 0) return findings.flat()
  return [
    ...findings.flat(),
    ...compareHeads(chain, heads),
    ...(await lookAtContracts(chain, nodes, database)),
  ]
}

async function lookAtNode(
  chain: ChainSettings,
  node: Client,
  host: string,
  heads: Header[],
): Promise<Finding[]> {
  const about = `${chain.name} at ${host}`
  const todo = 'correct its address in the chains file, ask its provider, or name another'
  const find = async () => {
    const chainId = await getChainId(node)
    if (chainId !== chain.chainId)
      return [
        failed(
          about,
          `it serves chain ${chainId}, and the chains file says ${chain.chainId}`,
          todo,
        ),
      ]
    const head = await readHeader(node, 'latest')
    if (!head) return [failed(about, 'it has no newest block', todo)]
    heads.push(head)
    const ageSeconds = Math.max(0, Math.round(Date.now() / 1_000) - head.timestamp)
    const shown = `block ${head.number} is its newest, ${ageSeconds} s old`
    return [
      ageSeconds > headAgeMaxSeconds && !chain.embedded
        ? warning(
            about,
            shown,
            'wait until it has caught up, or look at the provider’s status page',
          )
        : ok(about, shown),
      await lookAtLogRange(chain, node, about, head.number),
    ]
  }
  return look(about, todo, find, detailsOf)
}

/** Asks for logs of as many blocks as the watcher would at first; it takes fewer by itself, at the cost of more requests. */
async function lookAtLogRange(
  chain: ChainSettings,
  node: Client,
  about: string,
  head: number,
): Promise<Finding> {
  const wanted = chain.logRangeMax ?? logRangeUsual
  const address = chain.factory ?? subscriptionFactoryAddress
  let refusal = ''
  for (let blocks = wanted; blocks >= 1; blocks = Math.floor(blocks / 2))
    try {
      await readLogs(
        node,
        { address, topics: [] },
        { from: Math.max(0, head - blocks + 1), to: head },
      )
      return blocks === wanted
        ? ok(about, `gives logs of ${blocks} blocks in one request`)
        : warning(
            about,
            `gives logs of ${blocks} blocks in one request, and not of ${wanted} (${refusal})`,
            `set "logRangeMax": ${blocks}, or take a larger plan: catching up takes more requests`,
          )
    } catch (error) {
      refusal = detailsOf(error)
    }
  return failed(
    about,
    `gives no logs (${refusal})`,
    'the watcher cannot work with it: name another node',
  )
}

function compareHeads({ name }: ChainSettings, heads: Header[]): Finding[] {
  const times = heads.map(({ timestamp }) => timestamp)
  const apartSeconds = Math.max(...times) - Math.min(...times)
  if (heads.length < 2) return []
  return apartSeconds > headsApartMaxSeconds
    ? [
        warning(
          name,
          `its nodes are ${apartSeconds} s apart: money waits for the slower one`,
          'exchange the node that lags',
        ),
      ]
    : [ok(name, `its ${heads.length} nodes are at most ${apartSeconds} s apart`)]
}

async function lookAtContracts(
  chain: ChainSettings,
  nodes: Client[],
  database: Database | null,
): Promise<Finding[]> {
  const { name, embedded } = chain
  const todo = `where a factory is missing, npm run deploy:contracts -- ${name}; else correct the chains file`
  const find = async () => {
    if (embedded) {
      await requireLocalNode(chain, nodes)
      return [ok(name, 'is a local anvil: the start deploys what is missing')]
    }
    const isStarted = database && (await hasTable(database.pool, 'chain_deployment'))
    await checkContracts(chain, isStarted ? database : null)
    const own = [
      [chain.factory, subscriptionFactoryAddress],
      [chain.depositFactory, depositFactoryAddress],
    ].some(([named, usual]) => named && named !== usual)
    return [
      ok(
        name,
        `both factories${own ? ' (of its own)' : ''} have the code of this release, and each token is what the chains file says, on ${nodesToAgreeOf(chain)} nodes or more`,
      ),
    ]
  }
  return look(name, todo, find, detailsOf)
}
