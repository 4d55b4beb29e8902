import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

/** Tests of functions, behind which are no shared servers: files of one process cannot harm one another. */
const pureTests = [
  'test/{machines,web,shape,clear-signing}/**/*.test.ts',
  'test/paths/coverage.test.ts',
  'test/paths/service/planned.test.ts',
]

/** Tests of parts of a service that run within the process, and leave nothing in it. */
const partTests = [
  'test/{http,dashboard,people,mails,client,bus,turns,webhooks,chain,operating}/**/*.test.ts',
  'test/paths/store.test.ts',
]

/** Fills a database of some GB, while those of the other tests are not there yet: they stay until all have run. One core is enough. */
const growthTests = ['test/growth/**/*.test.ts']

/** As many as a small machine has cores. */
const testFilesAtOnceMax = 2
/** One more: these wait for blocks, retries and answers for a third of their time. */
const waitingFilesAtOnceMax = 3

const common = {
  // Processes of their own, in which signals and native clients behave as in production.
  pool: 'forks',
  // With the usual nursery of young objects a tenth of their time is garbage collection (decision 0096).
  execArgv: ['--max-semi-space-size=32'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // On a busy machine what is waited for needs longer than the second that polls get by default.
  expect: { poll: { timeout: 15_000 } },
  // What differs is printed whole: where nobody can look again, "[ Array(1) ]" says nothing.
  chaiConfig: { truncateThreshold: 0 },
} as const

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'pure',
          include: pureTests,
          // The largest machine is explored in half a minute, where nothing else runs.
          hookTimeout: 180_000,
          maxWorkers: testFilesAtOnceMax,
          // To import the same modules again for each of these files takes longer than its tests.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: 'growth',
          include: growthTests,
          globalSetup: ['test/support/global-setup.ts'],
          maxWorkers: testFilesAtOnceMax,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: 'parts',
          include: partTests,
          globalSetup: ['test/support/global-setup.ts'],
          maxWorkers: waitingFilesAtOnceMax,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: [...pureTests, ...growthTests, ...partTests, 'test/browser/**'],
          globalSetup: ['test/support/global-setup.ts'],
          maxWorkers: waitingFilesAtOnceMax,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...common,
          // One browser for all of them, after all others, and a service for each process.
          name: 'pages',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/browser/global-setup.ts'],
          maxWorkers: testFilesAtOnceMax,
          isolate: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
