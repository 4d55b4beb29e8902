import { say } from '../../../messages/dashboard/developer-words.ts'
import type { TortureRunView } from './torture-view.ts'

/** How many tests went which way; those that went no way are left out. */
export function Summary({ run: { status, summary, tests, results } }: { run: TortureRunView }) {
  if (status === 'Running')
    return <>{say('running', { done: results.length, all: tests.length })}</>
  const { passed, broken, notSeen } = summary
  const parts = [
    broken > 0 && say('broken', { count: broken }),
    notSeen > 0 && say('notSeen', { count: notSeen }),
    passed > 0 && say('passed', { count: passed }),
  ]
  return <>{parts.filter((part) => part !== false).join(', ')}</>
}
