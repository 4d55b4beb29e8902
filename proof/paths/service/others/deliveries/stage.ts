/** An endpoint that is the merchant's alone, and plans whose events go there. */
import { eventually } from '../../../../../examples/client/eventually.ts'
import { endpointPath } from '../../received-webhooks.ts'
import type { RunningService } from '../../running-service.ts'
import { expectSame } from '../../../differences.ts'
import { AnsweringReceiver } from '../answering-receiver.ts'
import { type Dashboard, dashboardOf } from '../dashboard.ts'
import type { Stage } from '../living-script.ts'
import { registerMerchant, setUp } from '../merchants/new-merchant.ts'
import { expectRefusals } from '../refusals.ts'
import { kindOf, type ScriptModel } from '../script.ts'
import type { DeliveryAct } from './act.ts'

type Linked = { linked: { relation: string; actors: { id: string; title: string }[] }[] }
type Delivery = { status: string; nextAttemptAt: string | null; actions: string[] }
type Endpoint = { url: string | null; keys: { apiKey: string; status: string }[] }

/** A probe is waited for this long before the endpoint is set once more. */
const probeWithinMs = 300

const owns = new WeakMap<RunningService, Promise<RunningService>>()

/** Under a merchant of its own, to whom nothing else happens while days pass, where an operator lets one in. */
function ownOf(service: RunningService): Promise<RunningService> {
  const own = owns.get(service) ?? makeOwn(service)
  owns.set(service, own)
  return own
}

async function makeOwn(service: RunningService): Promise<RunningService> {
  if (!service.operator) return service
  const merchant = await setUp(await registerMerchant(service), service.dev)
  return { ...service, merchant, dev: merchant.dev }
}

export class DeliveryStage implements Stage<DeliveryAct> {
  readonly #service: RunningService
  readonly dashboard: Dashboard
  readonly #receiver = new AnsweringReceiver()
  readonly #plans = new Map<number, string>()
  readonly #ids = new Map<string, string>()
  #url = ''
  #urlBefore: string | null = null

  private constructor(service: RunningService) {
    this.#service = service
    this.dashboard = dashboardOf(service)
  }

  /** An endpoint that is set anew is another one, with a destination of its own. */
  static async begin(service: RunningService): Promise<DeliveryStage> {
    const stage = new DeliveryStage(await ownOf(service))
    stage.#url = await stage.#receiver.start()
    stage.#urlBefore = (await stage.#endpoint()).url
    await stage.#setUrl(null)
    await stage.#setUrl(stage.#url)
    return stage
  }

  async leave(): Promise<void> {
    await this.#receiver.stop()
    await this.#setUrl(null)
    if (this.#urlBefore) await this.#setUrl(this.#urlBefore)
  }

  async do(act: DeliveryAct): Promise<void> {
    switch (act.type) {
      case 'answer':
        this.#receiver.answers = act.with
        return
      case 'activate':
        return this.#activate(act.plan)
      case 'wait':
        return this.#wait(act.delivery)
      case 'waitDays':
        return void (await this.#service.merchant.pass(act.days))
      case 'probe':
        return this.#setUntil(async () => this.#receiver.calls)
      case 'probeInVain':
        return this.#setUntil(async () => (await this.#turnsOfDestination()).length)
      case 'resend':
        return void (await this.dashboard.require('POST', await this.#resendPath(act.delivery), {}))
      case 'removeEndpoint':
        return this.#setUrl(null)
      case 'answerWaiting':
        return this.#receiver.answerWaiting()
    }
  }

  async idOf(name: string): Promise<string> {
    const known = this.#ids.get(name)
    if (known) return known
    const id = await eventually(name, () =>
      kindOf(name) === 'destination' ? this.#findDestination() : this.#findDelivery(name),
    )
    this.#ids.set(name, id)
    return id
  }

  async expect(model: ScriptModel): Promise<void> {
    for (const name of model.turns.keys())
      if (kindOf(name) === 'delivery') await this.#expectDelivery(name, model)
    const { keys } = await this.#endpoint()
    const status = model.actorOf('destination')?.status
    const own = keys.find(({ apiKey }) => apiKey === this.#service.dev.merchant.apiKey)
    const isWell = status === undefined || status === 'Removed'
    if (own) expectSame('The endpoint differs', own.status, isWell ? 'Answering' : status)
  }

  /** Sending a delivery again that is under way is no refusal: it has the endpoint tried. */
  async #expectDelivery(name: string, model: ScriptModel): Promise<void> {
    const { status, actions } = await this.#read(name)
    const { status: modelled, snapshot } = model.actorOf(name)!
    const allowed = snapshot.acceptedCommands
    expectSame(`${name} differs`, { status, actions }, { status: modelled, actions: allowed })
    if (modelled !== 'Cancelled') return
    await expectRefusals(['resend'], allowed, async () =>
      this.dashboard.call('POST', await this.#resendPath(name), {}),
    )
  }

  async #activate(plan: number): Promise<void> {
    const { id } = await this.dashboard.require<{ id: string }>('POST', '/test/plans', {
      name: `Plan ${plan} of a path`,
      asset: this.#service.dev.chains[0]!.assets[0]!.code,
      amount: '10',
      periodDays: 30,
    })
    this.#plans.set(plan, id)
    await this.dashboard.require('POST', `/test/plans/${id}/activate`, {})
    // A call that gets no answer has come, all the same.
    if (this.#receiver.answers === 'later')
      await eventually('a call', async () => this.#receiver.waiting > 0)
  }

  async #wait(name: string): Promise<void> {
    const { nextAttemptAt } = await this.#read(name)
    const { testClock } = this.#service.merchant.mandate
    const { now } = await testClock.read()
    if (nextAttemptAt && Date.parse(now) < Date.parse(nextAttemptAt))
      await testClock.advance({ until: new Date(nextAttemptAt) })
  }

  /** Sets the endpoint again, which asks for a probe, until that has done something. */
  async #setUntil(count: () => Promise<number>): Promise<void> {
    const before = await count()
    let setAt = -Infinity
    await eventually('a probe', async () => {
      if (performance.now() - setAt > probeWithinMs) {
        await this.#setUrl(this.#url)
        setAt = performance.now()
      }
      return (await count()) > before
    })
  }

  async #turnsOfDestination(): Promise<unknown[]> {
    const id = await this.idOf('destination')
    const { entries } = await this.dashboard.require<{ entries: unknown[] }>(
      'GET',
      `/test/destinations/${id}/history?limit=100`,
    )
    return entries
  }

  async #findDelivery(name: string): Promise<string | undefined> {
    const plan = this.#plans.get(Number(name.split(' ')[1]))!
    return this.#linkedTo(`plans/${plan}`, 'delivery', this.#service.dev.merchant.apiKey)
  }

  async #findDestination(): Promise<string | undefined> {
    const id = [...this.#ids].find(([name]) => kindOf(name) === 'delivery')![1]
    return this.#linkedTo(`deliveries/${id}`, 'destination')
  }

  async #linkedTo(path: string, relation: string, title = ''): Promise<string | undefined> {
    const { linked } = await this.dashboard.require<Linked>('GET', `/test/${path}/linked`)
    const found = linked.find((one) => one.relation === relation)?.actors
    return found?.find((one) => one.title.includes(title))?.id
  }

  #read = async (name: string): Promise<Delivery> =>
    this.dashboard.require('GET', `/test/deliveries/${await this.idOf(name)}`)

  #resendPath = async (name: string): Promise<string> =>
    `/test/deliveries/${await this.idOf(name)}/resend`

  #endpoint = (): Promise<Endpoint> => this.dashboard.require('GET', endpointPath)

  #setUrl = async (url: string | null): Promise<void> =>
    void (await this.dashboard.require('PUT', endpointPath, { url, proof: this.dashboard.proof }))
}
