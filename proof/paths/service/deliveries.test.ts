/** Deliveries and destinations on a running service take every transition that can be forced from outside. */
import { DeliveryStage } from './others/deliveries/stage.ts'
import { deliveryScripts } from './others/deliveries/scripts.ts'
import { LivingScript } from './others/living-script.ts'
import { testPaths } from './others/path-tests.ts'
import { toPaths } from './others/script.ts'

testPaths(
  toPaths(deliveryScripts),
  (service, path) => new LivingScript(service, path, (opened) => DeliveryStage.begin(opened)),
)
