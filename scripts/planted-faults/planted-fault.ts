/** A file `x.faults.ts` lists faults that a test of `x.test.ts` beside it has to notice. */
export type PlantedFault = {
  /** Says what goes wrong, as a sentence for people. */
  fault: string
  file: string
  /** Stands in the file exactly once. */
  before: string
  after: string
  /** The test's title, as it is written there. */
  title: string
}

/** A planted fault with the file of its test. */
export type NamedFault = PlantedFault & { faultsFile: string; testFile: string }
