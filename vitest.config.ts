import { defineConfig } from 'vitest/config'

/** Two, because every file may run a service, a chain and a browser beside the shared servers. */
const testFilesAtOnceMax = 2

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Processes of their own, in which signals and native clients behave as in production.
    pool: 'forks',
    maxWorkers: testFilesAtOnceMax,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
