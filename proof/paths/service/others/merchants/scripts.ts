/** The paths of plans, found by their machine, and of the business verification and the gas wallet, as scripts. */
import { findActs } from '../cover.ts'
import { type Script, ScriptModel, type Step } from '../script.ts'
import { type GasHeld, type MerchantAct, type PlanAct, planCommands, type Verdict } from './act.ts'

const created: Step<MerchantAct> = {
  does: 'A plan is made.',
  act: { type: 'createPlan' },
  brings: { plan: ['create'] },
}

const toPlanStep = (act: PlanAct): Step<MerchantAct> =>
  act.type === 'createPlan'
    ? created
    : { does: `The merchant has it ${act.command}d.`, act, brings: { plan: [act.command] } }

/** Commands that take every transition, and no more of them than that needs. */
const planScripts = (): Script<MerchantAct>[] =>
  findActs<PlanAct, ScriptModel>({
    begin: () => new ScriptModel().after(created.brings),
    after: (model, act) => model.after(toPlanStep(act).brings),
    actsAt: (model) =>
      planCommands
        .filter((command) => model.actorOf('plan')!.snapshot.acceptedCommands.includes(command))
        .map((command) => ({ type: 'plan', command })),
    keyOf: (model) => {
      const { value, context } = model.actorOf('plan')!.snapshot
      return JSON.stringify([value, context])
    },
    transitionsOf: (model) => model.transitions,
    actsMax: 4,
  }).map((acts) => ({ kind: 'plan', steps: [created, ...acts.map(toPlanStep)] }))

const held = (gas: GasHeld, does: string): Step<MerchantAct> => ({
  does,
  act: { type: 'hold', gas },
  brings: { gasWallet: [gas] },
})

const submitted = (...before: string[]): Step<MerchantAct> => ({
  does: 'The merchant submits the details of the business.',
  act: { type: 'submit' },
  brings: { verification: [...before, 'submit'] },
})

const decided = (verdict: Verdict, does: string): Step<MerchantAct> => ({
  does,
  act: { type: 'decide', verdict },
  brings: { verification: [verdict] },
})

const first = (gas: 'little' | 'nothing', does: string): Step<MerchantAct> => ({
  does,
  act: { type: 'beginFirst', gas },
  brings: { gasWallet: [`create ${gas}`] },
})

export const merchantScripts = (): Script<MerchantAct>[] => [
  ...planScripts(),
  { kind: 'verification', steps: [submitted('create')] },
  {
    kind: 'verification',
    needs: 'operator',
    steps: [
      submitted('create'),
      decided('reject', 'The operator sends it back.'),
      submitted(),
      decided('approve', 'The operator approves it.'),
      decided('revoke', 'The operator takes the approval back.'),
      submitted(),
    ],
  },
  {
    kind: 'gasWallet',
    needs: 'operator',
    steps: [first('nothing', 'A new merchant has an empty gas wallet, and a subscription.')],
  },
  {
    kind: 'gasWallet',
    needs: 'operator',
    steps: [first('little', 'A new merchant has gas for three charges, and a subscription.')],
  },
  {
    kind: 'gasWallet',
    steps: [
      {
        does: 'A subscription begins that is charged every day.',
        act: { type: 'subscribeDaily' },
        brings: { gasWallet: ['create'] },
      },
      held('little', 'The gas wallet holds enough for three charges.'),
      held('nothing', 'It holds nothing any more.'),
      held('little', 'It is filled up for three charges.'),
      held('full', 'It is filled up for months.'),
      held('nothing', 'It holds nothing any more.'),
      held('full', 'It is filled up for months.'),
    ],
  },
]
