/** What a life is after one act more. */
import type { SubscriptionInput } from '../../../../machines/subscription/subscription.events.ts'
import { type BlockAct, type LifeAct, needsBlocks } from './act.ts'
import { doBlockAct } from './block-acts.ts'
import { afterwardsMs, type LifeModel } from './life-model.ts'
import { doSilent } from './silent-acts.ts'

/** The life itself is left as it is. `terms`: those of the subscription that a switch makes. */
export function afterAct(life: LifeModel, act: LifeAct, terms?: SubscriptionInput): LifeModel {
  const model = life.copy()
  if (act.type === 'wait' || act.type === 'waitLong')
    model.passUntil((model.momentOf(act) ?? model.nowMs) + afterwardsMs)
  else if (needsBlocks(act)) doWithBlocks(model, act)
  else model.do(act, terms)
  return model
}

function doWithBlocks(model: LifeModel, act: BlockAct): void {
  if (act.type === 'silent') doSilent(model, act)
  else doBlockAct(model, act)
  model.passUntil(model.nowMs)
}
