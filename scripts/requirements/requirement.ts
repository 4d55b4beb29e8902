/** What is asked of the service, sentence by sentence, and the tests that hold it. */
import type { Saboteur } from '../saboteurs/saboteur.ts'

/** The file of a test, and its title as it is written there. */
export type NamedTest = Saboteur['test']

export type Requirement = {
  /** Never given to another sentence, so that others may refer to it. */
  id: string
  /** In the words of the specification, or of the promise. */
  says: string
  tests: NamedTest[]
}

/** A part of the specification; its requirements are `S<section>-<number>`. */
export type Section = { section: string; title: string; requirements: Requirement[] }

/** Names tests of one file. */
export const testsIn =
  (file: string) =>
  (...titles: string[]): NamedTest[] =>
    titles.map((title) => ({ file, title }))
