/** A plan that is made and changed in the dashboard. */
import { listAccepted } from '../../../../../src/core/accepted/accepted-commands.ts'
import { toResource } from '../../../../../src/core/resources/to-resource.ts'
import { planCases } from '../../../../../test/machines/cases/plan.ts'
import { expectSame } from '../../../differences.ts'
import type { RunningService } from '../../running-service.ts'
import { type Answer, dashboardOf } from '../dashboard.ts'
import type { Stage } from '../living-script.ts'
import { expectRefusals } from '../refusals.ts'
import type { ScriptModel } from '../script.ts'
import { expectEvents, withoutUnknown } from '../reported-events.ts'
import { type MerchantAct, type PlanCommand, planCommands } from './act.ts'

const path = '/test/plans'
const { name, description, asset, periodDays, graceDays, tags } = planCases[0]!.input

export class PlanStage implements Stage<MerchantAct> {
  readonly #service: RunningService
  #id = ''

  constructor(service: RunningService) {
    this.#service = service
  }

  async do(act: MerchantAct): Promise<void> {
    if (act.type === 'createPlan') {
      const form = { name, description, asset, amount: '10', periodDays, graceDays, tags }
      const dashboard = dashboardOf(this.#service)
      this.#id = (await dashboard.require<{ id: string }>('POST', path, form)).id
    } else if (act.type === 'plan') {
      const { status, body } = await this.#command(act.command)
      expectSame(`${act.command} was answered ${JSON.stringify(body)}`, status, 200)
    }
  }

  idOf = async (): Promise<string> => this.#id

  async expect(model: ScriptModel): Promise<void> {
    const plan = model.actorOf('plan')!
    const subject = { field: 'plan', key: 'id', id: this.#id, unknown: ['id', 'createdAt'] }
    expectSame(
      'The plan differs',
      withoutUnknown(subject, await this.#service.merchant.mandate.plans.get(this.#id)),
      withoutUnknown(subject, toResource(plan)!),
    )
    await expectEvents(this.#service, subject, model.turns.get('plan')!)
    await expectRefusals(planCommands, listAccepted('merchant', plan), (command) =>
      this.#command(command),
    )
  }

  async leave(): Promise<void> {}

  #command(command: PlanCommand): Promise<Answer> {
    const own = `${path}/${this.#id}`
    const dashboard = dashboardOf(this.#service)
    return command === 'update'
      ? dashboard.call('PATCH', own, { amount: '12' })
      : dashboard.call('POST', `${own}/${command}`, {})
  }
}
