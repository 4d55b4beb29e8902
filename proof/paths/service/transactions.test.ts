/** Transactions on a running service take every transition that can be forced from outside. */
import { LivingScript } from './others/living-script.ts'
import { testPaths } from './others/path-tests.ts'
import { toPaths } from './others/script.ts'
import { transactionScripts } from './others/sending/transaction-scripts.ts'
import { SendingStage } from './others/sending/stage.ts'

testPaths(
  toPaths(transactionScripts),
  (service, path) => new LivingScript(service, path, (opened) => SendingStage.begin(opened)),
)
