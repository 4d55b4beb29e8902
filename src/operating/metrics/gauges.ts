/** Reads for `/metrics` how things stand now; nothing here is counted. Each service has a set of its own. */
import { Gauge, Registry } from '@prometheus-io/client'

export type Gauges = ReturnType<typeof createGauges>

export function createGauges() {
  const registry = new Registry()
  const gauge: Make = (name, help, labelNames = []) =>
    new Gauge({ name: `mandate_${name}`, help, labelNames, registers: [registry] })
  const read = { ...createOfWaiting(gauge), ...createOfChains(gauge), ...createOfSending(gauge) }
  return {
    registry,
    ...createOfParts(gauge),
    ...read,
    /** Forgets what was read, so that it is not shown: nobody knows how things stand. */
    forgetRead() {
      for (const one of Object.values(read)) one.reset()
      // Without labels a gauge is reset to 0, which would say that all is well.
      for (const one of [read.timerLag, read.endpointsWaiting, read.figuresAge]) one.remove()
    },
  }
}

type Make = <const Label extends string = never>(
  name: string,
  help: string,
  labelNames?: readonly Label[],
) => Gauge<Label>

const createOfParts = (gauge: Make) => ({
  role: gauge('role', '1 for each role that this process runs.', ['role']),
  databaseUp: gauge('database_up', '1 where PostgreSQL answers this process within 1.5 s, else 0.'),
  busUp: gauge('bus_up', '1 where NATS answers this role within 1.5 s, else 0.', ['role']),
})

const createOfWaiting = (gauge: Make) => ({
  figuresAge: gauge(
    'figures_age_seconds',
    'Age of what was read from PostgreSQL for this answer: more than 15 s only where reading takes long.',
  ),
  outboxRows: gauge(
    'outbox_rows',
    'Rows that wait in the outbox, by channel; 2,000 stands for that many or more.',
    ['channel'],
  ),
  outboxOldest: gauge(
    'outbox_oldest_seconds',
    'Age of the oldest row of a channel that has no known reason to wait, among the 2,000 that are looked at.',
    ['channel'],
  ),
  outboxStuck: gauge(
    'outbox_stuck',
    "Effects that were tried more than three times and still fail, and are no merchant's matter.",
    ['channel'],
  ),
  outboxParked: gauge(
    'outbox_parked',
    'Messages that workers refused 20 times, and effects that an operator has parked: tried no more.',
    ['channel'],
  ),
  chainRequests: gauge(
    'chain_requests',
    'Requests to the chain, such as charges that are due, by what they wait for; an empty reason: to be sent.',
    ['request', 'reason'],
  ),
  timerLag: gauge(
    'timer_lag_seconds',
    'For how long the first timer has been due; 0 where none is.',
  ),
  anomaliesOpen: gauge(
    'anomalies_open',
    'Anomalies that nobody has resolved; 1,000 stands for that many or more.',
    ['what'],
  ),
  endpointsWaiting: gauge(
    'webhook_endpoints_waiting',
    'Endpoints with deliveries on their way, each key apart; 1,000 stands for that many or more.',
  ),
  deliveryAge: gauge(
    'webhook_oldest_delivery_seconds',
    'Age of the oldest delivery on its way to an endpoint: of the ten endpoints that have waited longest, by their ids.',
    ['endpoint'],
  ),
})

const createOfChains = (gauge: Make) => ({
  chainState: gauge('chain_state', '1 for the state that a chain is in, as operators see it.', [
    'blockchain',
    'state',
  ]),
  headAge: gauge(
    'chain_head_age_seconds',
    "Age of the newest block that a node shows, by the chain's time.",
    ['blockchain'],
  ),
  readAge: gauge('chain_read_age_seconds', 'Age of the newest block whose events are known.', [
    'blockchain',
  ]),
  lagBlocks: gauge(
    'chain_lag_blocks',
    'Blocks between the newest that is known and the newest that a node shows.',
    ['blockchain'],
  ),
  lookedAge: gauge('chain_looked_at_age_seconds', 'Seconds since a chain was read last.', [
    'blockchain',
  ]),
  nodeLag: gauge(
    'rpc_node_lag_blocks',
    'Blocks by which a node is behind the highest node of its chain.',
    ['blockchain', 'node'],
  ),
})

const createOfSending = (gauge: Make) => ({
  laneDepth: gauge(
    'lane_depth',
    'Transactions of a gas wallet that are not mined: of the deepest lane of a chain.',
    ['blockchain'],
  ),
  lanesHeldUp: gauge('lanes_held_up', 'Gas wallets whose transactions do not move on.', [
    'blockchain',
  ]),
  lanesResting: gauge(
    'lanes_resting',
    'Gas wallets that begin nothing for now, because nodes refuse.',
    ['blockchain'],
  ),
  gasWallets: gauge(
    'gas_wallets',
    'Gas wallets that something is to be paid for, by whether they last: `Ready`, `Low` (less than a week) or `Empty`.',
    ['blockchain', 'status'],
  ),
})
