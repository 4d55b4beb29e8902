/** Begins the files that take longest first, so that none of them runs alone at the end while a core is idle. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that take more than half a minute; all others follow as vitest sorts them, by their sizes. */
const longest =
  /paths\/service\/(lives|transactions|permits)|chain\/(preview-lies|chaos|catch-up|altered-logs|lying-nodes)|bus\/access|machines\/(exploration|outlook)|flow\/mails|growth\/growth|http\/hostile-addresses|webhooks\/webhook-relay|browser\/(states|dashboard\/demo)/

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => longest.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
