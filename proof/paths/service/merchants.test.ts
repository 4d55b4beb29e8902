/** A merchant's settings take, on a running service, every transition that can be forced from outside. */
import { LivingScript, type Stage } from './others/living-script.ts'
import type { MerchantAct } from './others/merchants/act.ts'
import { FirstGasStage } from './others/merchants/first-gas-stage.ts'
import { GasStage } from './others/merchants/gas-stage.ts'
import { PlanStage } from './others/merchants/plan-stage.ts'
import { merchantScripts } from './others/merchants/scripts.ts'
import { VerificationStage } from './others/merchants/verification-stage.ts'
import { testPaths } from './others/path-tests.ts'
import { toPaths } from './others/script.ts'
import type { RunningService } from './running-service.ts'

type Begin = (service: RunningService, isNew: boolean) => Promise<Stage<MerchantAct>>

/** With an operator a path is about a new merchant, else about the demo's. */
const begin: Record<string, Begin> = {
  plan: async (service) => new PlanStage(service),
  verification: (service, isNew) =>
    isNew ? VerificationStage.ofNewMerchant(service) : VerificationStage.ofDemo(service),
  gasWallet: async (service, isNew) =>
    isNew ? new FirstGasStage(service) : GasStage.begin(service),
}

testPaths(
  toPaths(merchantScripts()),
  (service, path) =>
    new LivingScript(service, path, (opened) =>
      begin[path.kind]!(opened, path.needs === 'operator'),
    ),
)
