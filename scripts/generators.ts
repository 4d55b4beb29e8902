/** All that is written from other files. They run in this order, because some read what others wrote. */

export type Generator = {
  script: string
  what: string
  /**
   * Says how `npm run check` notices that it is out of step: by `--check`, or by the tests of what reads it; what nobody commits is
   * made anew before anything is checked.
   */
  isCheckedBy: 'check' | 'tests' | 'making'
  /** It takes minutes, and what it measures or finds changes rarely. */
  isOnlyOnDemand?: true
}

export const generators: Record<string, Generator> = {
  contracts: {
    script: 'scripts/compile-contracts.ts',
    what: 'contract modules',
    isCheckedBy: 'check',
  },
  'clear-signing': {
    script: 'scripts/generate-clear-signing.ts',
    what: 'clear signing descriptors',
    isCheckedBy: 'check',
  },
  diagrams: {
    script: 'scripts/generate-diagrams.ts',
    what: 'diagrams',
    isCheckedBy: 'check',
  },
  metrics: {
    script: 'scripts/generate-metrics.ts',
    what: 'page of metrics',
    isCheckedBy: 'check',
  },
  reasons: {
    script: 'scripts/generate-reasons.ts',
    what: 'page of reasons',
    isCheckedBy: 'check',
  },
  openapi: {
    script: 'scripts/generate-openapi.ts',
    what: 'API description',
    isCheckedBy: 'check',
  },
  client: {
    script: 'scripts/generate-client.ts',
    what: 'client',
    isCheckedBy: 'check',
  },
  answers: {
    script: 'scripts/generate-answers.ts',
    what: 'types of what pages are answered',
    isCheckedBy: 'making',
  },
  fixtures: {
    script: 'test/machines/fixtures/generate-machine-fixtures.ts',
    what: 'stored states of the machines',
    isCheckedBy: 'tests',
  },
  'store-paths': {
    script: 'proof/paths/store/generate-store-paths.ts',
    what: 'paths through the stored machines',
    isCheckedBy: 'tests',
  },
  lives: {
    script: 'proof/paths/service/lives/generate-lives.ts',
    what: 'lives on a running service',
    isCheckedBy: 'tests',
    isOnlyOnDemand: true,
  },
  gas: {
    script: 'scripts/measure-gas.ts',
    what: 'page of gas',
    isCheckedBy: 'tests',
    isOnlyOnDemand: true,
  },
}
