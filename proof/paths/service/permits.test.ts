/** Permits on a running service take every transition that can be forced from outside. */
import { LivingScript } from './others/living-script.ts'
import { testPaths } from './others/path-tests.ts'
import { toPaths } from './others/script.ts'
import { permitScripts } from './others/sending/permit-scripts.ts'
import { SendingStage } from './others/sending/stage.ts'

testPaths(
  toPaths(permitScripts),
  (service, path) => new LivingScript(service, path, (opened) => SendingStage.begin(opened)),
)
