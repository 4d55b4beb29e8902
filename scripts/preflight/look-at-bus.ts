/** Looks at NATS as each role of this process does: that it lets the role in, and that the worker finds JetStream. */
import type { NatsConnection } from 'nats'
import { describeAccess } from '../../src/bus/access.ts'
import { connectNats } from '../../src/bus/connection.ts'
import { eventStreamOf } from '../../src/bus/subjects.ts'
import type { Role } from '../../src/shared/nats-settings.ts'
import type { Settings } from '../../src/shared/settings.ts'
import { failed, type Finding, look, ok, warning } from './finding.ts'

const versionMin = [2, 12, 7]
const serversOfCluster = 3

export async function lookAtBus({ nats, roles }: Settings): Promise<Finding[]> {
  const { urls, files, replicas, prefix } = nats
  if (!urls)
    return [
      warning(
        'NATS',
        'NATS_URL is empty: the start brings one of its own',
        'fine for one process; else set NATS_URL',
      ),
    ]
  const findings: Finding[] = []
  for (const role of roles) {
    const access = { url: urls[role], files, role, prefix }
    const about = `NATS of ${role}`
    const todo = 'correct NATS_URL, or start it; nats.conf has what each user needs to be allowed'
    findings.push(
      ...(await look(about, todo, async () => {
        const connection = await connectNats({ ...access, waitMs: 0 })
        try {
          return await lookAtServer(connection, {
            about,
            role,
            replicas,
            stream: eventStreamOf(prefix),
            place: describeAccess(access),
          })
        } finally {
          await connection.close()
        }
      })),
    )
  }
  return findings
}

type Asked = { about: string; role: Role; replicas: number; stream: string; place: string }

async function lookAtServer(
  connection: NatsConnection,
  { about, role, replicas, stream, place }: Asked,
): Promise<Finding[]> {
  const { version = '0', jetstream } = connection.info ?? {}
  const found = isOlder(version)
    ? warning(
        about,
        `${version} at ${place} is older than ${versionMin.join('.')}`,
        'install a newer one',
      )
    : ok(about, `${version} at ${place} lets it in${jetstream ? ', and has JetStream' : ''}`)
  const looked = { about, replicas, stream }
  return role === 'worker' ? [found, await lookAtStream(connection, looked)] : [found]
}

async function lookAtStream(
  connection: NatsConnection,
  { about, replicas: wanted, stream: name }: Pick<Asked, 'about' | 'replicas' | 'stream'>,
): Promise<Finding> {
  const isCluster = connection.info?.cluster !== undefined
  if (wanted > 1 && !isCluster)
    return failed(
      about,
      `NATS_REPLICAS is ${wanted}, and this NATS is no cluster`,
      'set NATS_REPLICAS=1, or name the servers of a cluster',
    )
  const manager = await connection.jetstreamManager()
  const stream = await manager.streams.info(name).catch(() => null)
  const there = stream
    ? `the stream of events has ${stream.config.num_replicas} replicas of ${wanted}`
    : 'the stream of events is not there yet: the first worker makes it'
  return isCluster && wanted < serversOfCluster
    ? warning(
        about,
        `${there}; NATS_REPLICAS is ${wanted} in a cluster: events of a lost server come seconds later`,
        `set NATS_REPLICAS=${serversOfCluster}`,
      )
    : ok(about, there)
}

function isOlder(version: string): boolean {
  const parts = version.split(/[.-]/).map(Number)
  const at = versionMin.findIndex((wanted, index) => parts[index] !== wanted)
  return at >= 0 && (parts[at] ?? 0) < versionMin[at]!
}
