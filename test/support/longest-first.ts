/** Begins the files that take longest first, so that none of them runs alone at the end while a core is idle. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** These take more than half a minute; all others follow as vitest sorts them, by their sizes. */
const longest =
  /paths\/service\/(lives|transactions|permits)|chain\/(preview-lies|chaos|catch-up|altered-logs)|machines\/(outlook|exploration)|flow\/(mails|a-year|two-years|whole-life)|drill\/drill|browser\/(states|dashboard\/demo)/

/** Begun before all others it has a process to itself, and those that walk the same machines share the other one. */
const first = /growth\/growth/

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const placeOf = ({ moduleId }: TestSpecification): number =>
      first.test(moduleId) ? 0 : longest.test(moduleId) ? 1 : 2
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}
