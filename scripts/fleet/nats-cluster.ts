/**
 * A cluster of NATS with JetStream on this machine, for tests and drills: nodes are killed and started
 * one by one. It lets in the roles of the service by `nats.conf`, or everybody.
 */
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { findBinary, natsServer } from '../../src/embedded/binaries.ts'
import { findFreePort } from '../../src/embedded/ports.ts'
import { claimServerFiles } from '../../src/embedded/server-files.ts'
import { launchServer, type ServerProcess } from '../../src/embedded/server-process.ts'
import { type Role, roles } from '../../src/shared/nats-settings.ts'

const usersFile = fileURLToPath(new URL('../../nats.conf', import.meta.url))
const pollMs = 50
const electionTimeoutMs = 20_000
const startsMax = 3

type Node = {
  name: string
  host: string
  port: number
  clusterPort: number
  monitorPort: number
  process: ServerProcess | null
}

export type NatsCluster = {
  /** All of its servers, with commas between; without a user. */
  url: string
  /** The same for each role, with its user and password. */
  urls: Record<Role, string>
  /** Ends one node without a word, or with SIGTERM in good order. */
  kill(index: number, signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** The process of a node that runs. */
  pid(index: number): number | null
  /** JetStream keeps here what a node has. */
  storeDirectory(index: number): string
  start(index: number): Promise<void>
  /** The node that leads JetStream's own decisions; null while it is being chosen. */
  leader(): Promise<number | null>
  stop(): Promise<void>
}

type NatsClusterSettings = {
  size?: number
  /** For the files of the nodes; the caller removes it. */
  directory: string
  /** The address of each node; this machine's loopback by default. */
  hosts?: readonly string[]
  /** Whether only the roles are let in; otherwise everybody is. */
  isGuarded?: boolean
}

/** Starts all nodes; resolves once JetStream has a leader, after two or three seconds. */
export async function startNatsCluster(settings: NatsClusterSettings): Promise<NatsCluster> {
  for (let attempt = 1; ; attempt++)
    try {
      return await startOnNewPorts(settings)
    } catch (error) {
      // Somebody else may have taken one of nine ports meanwhile.
      if (attempt === startsMax) throw error
    }
}

async function startOnNewPorts({
  size = 3,
  directory,
  hosts = [],
  isGuarded = false,
}: NatsClusterSettings): Promise<NatsCluster> {
  const nodes: Node[] = []
  const taken = new Set<number>()
  for (let index = 0; index < size; index++)
    nodes.push(await prepareNode(`n${index + 1}`, hosts[index] ?? '127.0.0.1', taken))
  const password = `p${randomBytes(24).toString('hex')}`
  const executable = await findBinary(natsServer)
  const start = async (node: Node) => {
    node.process = await launchServer({
      name: `nats-server ${node.name}`,
      executable,
      args: argumentsOf(node, nodes, directory, isGuarded),
      files: await claimServerFiles(join(directory, node.name), 'nats'),
      environment: Object.fromEntries(
        roles.map((role) => [`NATS_${role.toUpperCase()}_PASSWORD`, password]),
      ),
      stopSignal: 'SIGTERM',
      isReady: (log) => log.includes('Server is ready'),
    })
  }
  const stop = async () => {
    await Promise.all(nodes.map(async (node) => node.process?.stop()))
  }
  try {
    await Promise.all(nodes.map(start))
    await untilLed(nodes)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    ...urlsOf(nodes, isGuarded ? password : null),
    async kill(index, signal = 'SIGKILL') {
      const node = nodes[index]!
      await node.process?.stop(signal)
      node.process = null
    },
    pid: (index) => nodes[index]!.process?.pid ?? null,
    storeDirectory: (index) => storeOf(nodes[index]!, directory),
    start: (index) => start(nodes[index]!),
    leader: () => leaderOf(nodes),
    stop,
  }
}

function urlsOf(nodes: Node[], password: string | null): Pick<NatsCluster, 'url' | 'urls'> {
  const urlFor = (login: string) =>
    nodes.map(({ host, port }) => `nats://${login}${host}:${port}`).join(',')
  const urlOf = (role: Role) => urlFor(password === null ? '' : `${role}:${password}@`)
  return {
    url: urlFor(''),
    urls: {
      http: urlOf('http'),
      worker: urlOf('worker'),
      relays: urlOf('relays'),
      watcher: urlOf('watcher'),
    },
  }
}

/** Draws its ports, and notes them as `taken`: nobody listens on them yet. */
async function prepareNode(name: string, host: string, taken: Set<number>): Promise<Node> {
  const ports: number[] = []
  while (ports.length < 3) {
    const port = await findFreePort()
    if (!taken.has(port)) ports.push(port)
    taken.add(port)
  }
  const [port, clusterPort, monitorPort] = ports as [number, number, number]
  return { name, host, port, clusterPort, monitorPort, process: null }
}

function argumentsOf(node: Node, nodes: Node[], directory: string, isGuarded: boolean): string[] {
  const routes = nodes.map(({ host, clusterPort }) => `nats://${host}:${clusterPort}`)
  const named = {
    '--addr': node.host,
    '--port': String(node.port),
    '--http_port': String(node.monitorPort),
    '--server_name': node.name,
    '--cluster_name': 'mandate',
    '--cluster': `nats://${node.host}:${node.clusterPort}`,
    '--routes': routes.join(','),
    '--store_dir': storeOf(node, directory),
    ...(isGuarded && { '--config': usersFile }),
  }
  return ['--jetstream', ...Object.entries(named).flat()]
}

const storeOf = ({ name }: Node, directory: string) => join(directory, name, 'store')

async function untilLed(nodes: Node[]): Promise<void> {
  for (const deadline = performance.now() + electionTimeoutMs; ;) {
    if ((await leaderOf(nodes)) !== null) return
    if (performance.now() > deadline)
      throw new Error(`the NATS cluster chose no leader within ${electionTimeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** Asks a node that runs whom JetStream's group follows. */
async function leaderOf(nodes: Node[]): Promise<number | null> {
  const running = nodes.find((node) => node.process !== null)
  if (!running) return null
  const response = await fetch(`http://${running.host}:${running.monitorPort}/jsz`)
  const { meta_cluster: group } = (await response.json()) as { meta_cluster?: { leader?: string } }
  const index = nodes.findIndex(({ name }) => name === group?.leader)
  return index < 0 || nodes[index]!.process === null ? null : index
}
