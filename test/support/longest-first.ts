/**
 * Begins the files that take longest first, so that none of them runs alone at the end while a core is idle. Each part of the
 * proof gets as many of them as the others.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** These take more than half a minute; all others follow as vitest sorts them, by their sizes. */
const longest =
  /paths\/service\/(lives|transactions|permits)|chain\/(preview-lies|chaos|lane-chaos|catch-up|altered-logs)|machines\/(outlook|exploration|laws)|http\/hostile-addresses|flow\/(mails|a-year|two-years|whole-life)|drill\/drill|browser\/(states|dashboard\/demo)/

/** Begun before all others it has a process to itself, and those that walk the same machines share the other one. */
const first = /growth\/growth/

const placeOf = ({ moduleId }: TestSpecification): number =>
  first.test(moduleId) ? 0 : longest.test(moduleId) ? 1 : 2

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }

  /** Deals the files like cards, the long ones first and then each kind. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard!
    const keyOf = (file: TestSpecification) =>
      `${placeOf(file)} ${file.project.name} ${file.moduleId}`
    return files
      .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
      .filter((_, place) => place % count === index - 1)
  }
}
