/**
 * A running service with a chain of depth three takes the transitions that one block leaves out, of what waits for
 * blocks to be final.
 */
import { LivingScript } from './others/living-script.ts'
import { testPaths } from './others/path-tests.ts'
import { toPaths } from './others/script.ts'
import { deepChainScripts, deepSeries } from './others/sending/deep-chain-scripts.ts'
import { SendingStage } from './others/sending/stage.ts'
import { depthWanted } from './needs.ts'

testPaths(
  toPaths(deepChainScripts, deepSeries),
  (service, path) => new LivingScript(service, path, (opened) => SendingStage.begin(opened)),
  { confirmations: depthWanted },
)
