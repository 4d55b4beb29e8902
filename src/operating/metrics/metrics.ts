/**
 * `/metrics` in Prometheus' text format: what this process counts in memory, and what its roles read of PostgreSQL. That is
 * read when somebody asks, every 15 s at most and once for all who ask meanwhile; nobody asks, nothing is read. Where
 * PostgreSQL does not answer, the answer says so and leaves out what nobody knows. Decision 0114.
 */
import { collectDefaultMetrics, Registry } from '@prometheus-io/client'
import { countedMetrics } from '../../shared/metrics/counted.ts'
import type { Role } from '../../shared/nats-settings.ts'
import type { ProbeAnswer } from '../probe-server.ts'
import { Figures, type MetricsDependencies } from './figures.ts'
import { createGauges } from './gauges.ts'

/** A figure is as old as this before it is read again. */
const figuresAgeMaxMs = 15_000

/** Makes the answer of a service that runs these roles; `ageMaxMs` is for tests, which do not wait. */
export function createMetrics(
  dependencies: MetricsDependencies,
  roles: readonly Role[],
  ageMaxMs = figuresAgeMaxMs,
): () => Promise<ProbeAnswer> {
  collectOfProcess()
  const gauges = createGauges()
  for (const role of roles) gauges.role.set({ role }, 1)
  const shown = Registry.merge([countedMetrics, gauges.registry])
  const figures = new Figures(dependencies, gauges, roles)
  return async () => {
    await figures.refresh(ageMaxMs)
    return { status: 200, contentType: shown.contentType, body: await shown.metrics() }
  }
}

let isCollecting = false

/** The event loop, memory, files and the moment of the start are the process's, however many services it runs. */
function collectOfProcess(): void {
  if (isCollecting) return
  isCollecting = true
  collectDefaultMetrics({ register: countedMetrics })
}
