/**
 * Counts and times what a process does while it works, in memory: an addition for each event, and no statement. All
 * services of a process count into one registry, as Prometheus wants it; `/metrics` shows it (decision 0114). Labels
 * have few values, and none that a merchant or a payer chooses. Each table is in docs/operations/metrics.md.
 */
import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { actorKinds } from '../stored-actor.ts'

export const countedMetrics = new Registry()
const registers = [countedMetrics]

export const turnsTotal = new Counter({
  name: 'mandate_turns_total',
  help: 'Messages that this worker was given, by the machine of their actor and by what became of them: `moved` is a turn, `failed` is not consumed.',
  labelNames: ['machine', 'outcome'],
  registers,
})
// A counter that begins with its first fault would hide that one from `increase`.
for (const machine of actorKinds) turnsTotal.inc({ machine, outcome: 'failed' }, 0)

export const turnBatchSize = new Histogram({
  name: 'mandate_turn_batch_messages',
  help: 'Messages that were decided and committed together.',
  buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  registers,
})

export const turnCommitSeconds = new Histogram({
  name: 'mandate_turn_commit_seconds',
  help: 'How long a batch took from its reading to the end of its commit.',
  buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
})

export const chargesEndedTotal = new Counter({
  name: 'mandate_charges_ended_total',
  help: 'Charges that this worker ended, by their last status and, of those that failed, by the reason.',
  labelNames: ['status', 'reason'],
  registers,
})

export const anomaliesTotal = new Counter({
  name: 'mandate_anomalies_total',
  help: 'Messages that were recorded as anomalies: `unexpected`, which no turn could take, or `forged`.',
  labelNames: ['what'],
  registers,
})
for (const what of ['unexpected', 'forged']) anomaliesTotal.inc({ what }, 0)

export const webhookCallsTotal = new Counter({
  name: 'mandate_webhook_calls_total',
  help: 'Webhook calls that this process made, by what came of them: `accepted`, `refused` by an answer, or `unanswered`.',
  labelNames: ['outcome'],
  registers,
})

export const webhookCallSeconds = new Histogram({
  name: 'mandate_webhook_call_seconds',
  help: 'How long webhook calls took, whatever came of them.',
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
  registers,
})

const ofNode = ['blockchain', 'node'] as const

export const rpcCallsTotal = new Counter({
  name: 'mandate_rpc_calls_total',
  help: 'Requests that this process sent to a node; `node` is its host.',
  labelNames: ofNode,
  registers,
})

export const rpcErrorsTotal = new Counter({
  name: 'mandate_rpc_errors_total',
  help: 'Requests that a node did not answer as it should: no answer, too often, or one that cannot be read. A revert is an answer.',
  labelNames: ofNode,
  registers,
})

export const reorgDepthBlocks = new Histogram({
  name: 'mandate_chain_reorg_depth_blocks',
  help: 'Reorganisations that this watcher went back for, by the number of blocks that were taken back.',
  labelNames: ['blockchain'],
  buckets: [1, 2, 3, 5, 8, 13, 21, 34, 64],
  registers,
})

export const httpRequestSeconds = new Histogram({
  name: 'mandate_http_request_seconds',
  help: 'How long requests took, by the class of their status, such as `2xx`. Those for `/health` and `/ready`, which proxies ask every few seconds, are not among them.',
  labelNames: ['status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
})

// A class that appears with its first request would seem not to have risen.
for (const status of ['2xx', '3xx', '4xx', '5xx']) httpRequestSeconds.zero({ status })

export const gasDaysLeft = new Gauge({
  name: 'mandate_gas_days_left',
  help: 'Whole days until the first charge or sweep that a gas wallet of the chain cannot pay for, 30 at most: of the wallet that lasts shortest, where this process leads the watch.',
  labelNames: ['blockchain'],
  registers,
})
