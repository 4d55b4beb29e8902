/**
 * Two tiers, by folder: `test/` is run for every change (`npm test`), `proof/` is what takes long, is random, or is looked
 * at from all sides (`npm run test:proof`). A file of either is run by its name: `npx vitest run proof/chain/chaos.test.ts`.
 */
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'
import { continueOnRecentNode } from './test/support/recent-node.ts'
import type { Tier } from './test/support/tier.ts'

continueOnRecentNode()

/** As many as a small machine has cores. */
const filesAtOnceMax = 2
/** One more: these wait for blocks, retries and answers for a third of their time. */
const waitingFilesAtOnceMax = 3

const common = {
  // Processes of their own, in which signals and native clients behave as in production.
  pool: 'forks',
  // With the usual nursery of young objects a tenth of their time is garbage collection.
  execArgv: ['--max-semi-space-size=32'],
  // Tests take steps until nothing moves: only one that hangs takes so long, however busy the machine is.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // On a busy machine what is waited for needs longer than the second that polls get by default.
  expect: { poll: { timeout: 15_000 } },
  // What differs is printed whole: where nobody can look again, "[ Array(1) ]" says nothing.
  chaiConfig: { truncateThreshold: 0 },
} as const
const sharedServers = { globalSetup: ['test/support/global-setup.ts'] }

/** Tests of functions, behind which are no shared servers: files of one process cannot harm one another. */
const pureTests = [
  '{test,proof}/{machines,web,shape,clear-signing}/**/*.test.ts',
  'proof/paths/coverage.test.ts',
  'proof/paths/service/planned.test.ts',
]
/** Tests of parts of a service that run within the process, and leave nothing in it. */
const partTests = [
  '{test,proof}/{http,dashboard,people,mails,client,bus,turns,webhooks,reporter,chain,operating}/**/*.test.ts',
  'proof/paths/store.test.ts',
]
/** They fill a database of some GB while those of the other tests are not there yet: they stay until all have run. */
const growthTests = ['proof/growth/**/*.test.ts']
const pageTests = ['{test,proof}/browser/**/*.test.ts']

const projectsOf = (tier: Tier, include: string, others: string[]) => {
  const outside = [...others, '**/node_modules/**']
  return [
    {
      test: {
        ...common,
        name: `${tier}-pure`,
        provide: { tier },
        include: pureTests,
        exclude: outside,
        // The proof explores the largest machine to its end.
        hookTimeout: 600_000,
        maxWorkers: waitingFilesAtOnceMax,
        // To import the same modules again for each of these files takes longer than its tests.
        isolate: false,
        // These, the parts and the services are one queue, so that no worker waits for the last file of a kind.
        sequence: { groupOrder: 1 },
      },
    },
    {
      test: {
        ...common,
        ...sharedServers,
        name: `${tier}-growth`,
        include: growthTests,
        exclude: outside,
        maxWorkers: filesAtOnceMax,
        sequence: { groupOrder: 0 },
      },
    },
    {
      test: {
        ...common,
        ...sharedServers,
        name: `${tier}-parts`,
        provide: { tier },
        include: partTests,
        exclude: outside,
        maxWorkers: waitingFilesAtOnceMax,
        isolate: false,
        sequence: { groupOrder: 1 },
      },
    },
    {
      test: {
        ...common,
        ...sharedServers,
        name: `${tier}-service`,
        include: [include],
        exclude: [...outside, ...pureTests, ...growthTests, ...partTests, ...pageTests],
        maxWorkers: waitingFilesAtOnceMax,
        sequence: { groupOrder: 1 },
      },
    },
    {
      test: {
        ...common,
        // One browser for all of them, after all others, and a service for each process.
        globalSetup: ['test/browser/global-setup.ts'],
        name: `${tier}-pages`,
        include: pageTests,
        exclude: outside,
        maxWorkers: filesAtOnceMax,
        isolate: false,
        sequence: { groupOrder: 2 },
      },
    },
  ]
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      ...projectsOf('everyday', 'test/**/*.test.ts', ['proof/**']).filter(
        ({ test }) => test.name !== 'everyday-growth',
      ),
      ...projectsOf('proof', 'proof/**/*.test.ts', ['test/**']),
    ],
  },
})
