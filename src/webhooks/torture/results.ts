/** The result of one torture test, as the report has it. */
import type { TortureCall } from './kit.ts'
import type { TortureRule } from './rules.ts'
import type { TortureTestName } from './tests.ts'
import type { Verdict } from './verdicts.ts'

export type TortureResult = Verdict & {
  test: TortureTestName
  rule: TortureRule
  calls: TortureCall[]
}
