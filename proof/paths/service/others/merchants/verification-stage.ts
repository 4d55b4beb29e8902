/** The business verification of a merchant, of which each has one: the merchant submits it, and an operator decides it. */
import { listAccepted } from '../../../../../src/core/accepted/accepted-commands.ts'
import { expectSame } from '../../../differences.ts'
import type { RunningService } from '../../running-service.ts'
import { type Answer, type Dashboard, dashboardOf, operatorsOf } from '../dashboard.ts'
import type { Stage } from '../living-script.ts'
import { messages } from '../messages.ts'
import { expectRefusals } from '../refusals.ts'
import type { ScriptModel } from '../script.ts'
import { type MerchantAct, type Verdict, verdicts } from './act.ts'
import { registerMerchant } from './new-merchant.ts'

type Shown = { status: string; details: unknown; reason: string | null; actions: string[] }

const path = '/main/verification'
const details = messages.verification!['submit']!['details'] as Record<string, unknown>

export class VerificationStage implements Stage<MerchantAct> {
  readonly dashboard: Dashboard
  readonly #id: string
  /** Null where nobody can sign in as one. */
  readonly #operators: Dashboard | null

  private constructor(dashboard: Dashboard, id: string, operators: Dashboard | null) {
    this.dashboard = dashboard
    this.#id = id
    this.#operators = operators
  }

  static async ofDemo(service: RunningService): Promise<VerificationStage> {
    const dashboard = dashboardOf(service)
    const { merchant } = await dashboard.require<{ merchant: { id: string } }>('GET', '/me')
    return new VerificationStage(dashboard, merchant.id, null)
  }

  static async ofNewMerchant(service: RunningService): Promise<VerificationStage> {
    const { dashboard, id } = await registerMerchant(service)
    return new VerificationStage(dashboard, id, operatorsOf(service))
  }

  async do(act: MerchantAct): Promise<void> {
    if (act.type === 'decide') return this.#require(await this.#decide(act.verdict))
    // The demo's is submitted already on a service that paths were run on before.
    const { status } = await this.#read()
    if (this.#operators || status === 'NotSubmitted') this.#require(await this.#submit())
  }

  idOf = async (): Promise<string> => this.#id

  async expect(model: ScriptModel): Promise<void> {
    const actor = model.actorOf('verification')!
    const { reason } = actor.snapshot.context as { reason: string | null }
    const shown = { status: actor.status, details, reason }
    const allowed = listAccepted('merchant', actor)
    const { status, reason: told, details: kept, actions } = await this.#read()
    expectSame(
      'The verification differs',
      { status, details: kept, reason: told, actions },
      { ...shown, actions: allowed },
    )
    await expectRefusals(['submit'], allowed, () => this.#submit())
    if (!this.#operators) return
    const decidable = listAccepted('operator', actor)
    await expectRefusals(verdicts, decidable, (verdict) => this.#decide(verdict))
  }

  async leave(): Promise<void> {}

  #require = ({ status, body }: Answer): void =>
    expectSame(`It was answered ${JSON.stringify(body)}`, status, 200)

  #read = (): Promise<Shown> => this.dashboard.require('GET', path)

  #submit = (): Promise<Answer> => this.dashboard.call('POST', path, details)

  #decide(verdict: Verdict): Promise<Answer> {
    const { reason } = messages.verification![verdict] as { reason?: string }
    const own = `/operator/verifications/${this.#id}/${verdict}`
    return this.#operators!.call('POST', own, reason === undefined ? {} : { reason })
  }
}
