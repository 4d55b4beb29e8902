/** The business verification of the demo's merchant, of which there is one, and which only an operator decides. */
import { acceptedCommandsFor } from '../../../../../src/store/command-roles.ts'
import { expectSame } from '../../../differences.ts'
import type { RunningService } from '../../running-service.ts'
import { type Answer, dashboardOf } from '../dashboard.ts'
import type { Stage } from '../living-script.ts'
import { messages } from '../messages.ts'
import { expectRefusals } from '../refusals.ts'
import type { ScriptModel } from '../script.ts'
import type { MerchantAct } from './act.ts'

const path = '/main/verification'
const details = messages.verification!['submit']!['details'] as Record<string, unknown>

export class VerificationStage implements Stage<MerchantAct> {
  readonly #service: RunningService

  constructor(service: RunningService) {
    this.#service = service
  }

  /** On a service that paths were run on before it is submitted already. */
  async do(): Promise<void> {
    const { status } = await this.#read()
    if (status !== 'NotSubmitted') return
    const answer = await this.#submit()
    expectSame(`It was answered ${JSON.stringify(answer.body)}`, answer.status, 200)
  }

  async idOf(): Promise<string> {
    const dashboard = dashboardOf(this.#service)
    const { merchant } = await dashboard.require<{ merchant: { id: string } }>('GET', '/me')
    return merchant.id
  }

  async expect(model: ScriptModel): Promise<void> {
    const actor = model.actorOf('verification')!
    const allowed = acceptedCommandsFor('merchant', actor)
    const { status, details: told, actions } = await this.#read()
    expectSame(
      'The verification differs',
      { status, details: told, actions },
      { status: actor.status, details, actions: allowed },
    )
    await expectRefusals(['submit'], allowed, () => this.#submit())
  }

  async leave(): Promise<void> {}

  #read = (): Promise<{ status: string; details: unknown; actions: string[] }> =>
    dashboardOf(this.#service).require('GET', path)

  #submit = (): Promise<Answer> => dashboardOf(this.#service).call('POST', path, details)
}
