/** A payer's permit for a subscription, or a payment, and the chain and gas wallet that they need. */
import { type Address, erc20Abi } from 'viem'
import { eventually } from '../../../../../examples/client/eventually.ts'
import type { Json } from '../../../../../examples/client/merchant.ts'
import { newPlan } from '../../../../../test/flow/parties.ts'
import type { RunningService } from '../../running-service.ts'
import { expectSame } from '../../../differences.ts'
import { cancelForGood } from '../cancel.ts'
import { dashboardOf } from '../dashboard.ts'
import { readJournal } from '../journal.ts'
import type { Stage } from '../living-script.ts'
import { untilFunded } from '../gas-funds.ts'
import { kindOf, type ScriptModel } from '../script.ts'
import type { HandedIn, PartyAct, SendingAct } from './act.ts'
import { otherUnits, PathPayment } from './path-payment.ts'
import { PermitPayer } from './payer-permit.ts'
import { otherChainId, SendingChain } from './sending-chain.ts'

type Linked = { linked: { relation: string; total: number; actors: { id: string }[] }[] }

const periods = 2
/** Nothing is charged while a path is lived. */
const startsAfterMs = 10 * 86_400_000
const value = 20_000_000n
/** Little more than the least that is accepted. */
const permitSeconds = 70
/** So long after its deadline a permit that was sent is waited for. */
const finalityMs = 3_600_000
/** The token takes a permit in the second of its deadline, too. */
const afterDeadlineMs = 1_000
/** A permit with less time left is not sent. */
const tooLateSeconds = 10
const stranger: Address = '0x000000000000000000000000000000000000bEEF'

const partyActs: Record<PartyAct['type'], true> = {
  subscribe: true,
  handIn: true,
  handInTooLate: true,
  nearDeadline: true,
  passFinality: true,
  payOther: true,
  orderSweep: true,
  createPayment: true,
  pay: true,
  wait: true,
}
const isOfParties = (act: SendingAct): act is PartyAct => act.type in partyActs

export class SendingStage implements Stage<SendingAct> {
  readonly #service: RunningService
  readonly #chain: SendingChain
  #deadlineMs = 0
  /** Everything else belongs to this: `subscriptions/0x…` or `payments/…`. */
  #subject = ''
  #payment: PathPayment | null = null
  #subscribed: { payer: PermitPayer; contractAddress: string; customerId: string } | null = null
  readonly #ids = new Map<string, string>()

  private constructor(service: RunningService, chain: SendingChain) {
    this.#service = service
    this.#chain = chain
  }

  static begin = async (service: RunningService): Promise<SendingStage> =>
    new SendingStage(service, await SendingChain.begin(service))

  do = (act: SendingAct): Promise<void> =>
    isOfParties(act) ? this.#doAsParty(act) : this.#chain.do(act)

  async #doAsParty(act: PartyAct): Promise<void> {
    switch (act.type) {
      case 'subscribe':
        return this.#subscribe()
      case 'handIn':
        return this.#handIn(act.permit)
      case 'handInTooLate':
        await this.#handIn('good')
        await this.#untilHeldBack()
        return this.#advance(this.#deadlineMs + afterDeadlineMs)
      case 'nearDeadline':
        return this.#advance(this.#deadlineMs - tooLateSeconds * 1_000)
      case 'passFinality':
        return this.#advance(this.#deadlineMs + finalityMs)
      case 'payOther':
        return (await this.#createPayment()).payOther()
      case 'orderSweep':
        return void (await this.#payment!.orderSweep())
      case 'createPayment':
        return void (await this.#createPayment())
      case 'pay':
        return this.#payment!.pay()
      case 'wait': {
        const { now } = await this.#service.merchant.mandate.testClock.read()
        return this.#advance(Date.parse(now) + act.seconds * 1_000)
      }
    }
  }

  async idOf(name: string): Promise<string> {
    const known = this.#ids.get(name)
    if (known) return known
    const id = await eventually(name, () => this.#find(name))
    this.#ids.set(name, id)
    return id
  }

  async expect(model: ScriptModel): Promise<void> {
    for (const name of model.turns.keys()) {
      const shown = await dashboardOf(this.#service).require<{
        self: { status: string; phase: string }
      }>('GET', `/test/${kindOf(name)}s/${await this.idOf(name)}/linked`)
      const { status, phase } = model.actorOf(name)!
      const { self } = shown
      expectSame(`${name} differs`, [self.status, self.phase], [status, phase])
    }
    await this.#expectChain(model)
  }

  /** Expects that only what used permits say is allowed, and that what a sweep in a block carried has moved. */
  async #expectChain(model: ScriptModel): Promise<void> {
    const { reader } = this.#service.payer
    const own = this.#service.dev.chains[0]!.assets[0]!.address as Address
    const asked = { address: own, abi: erc20Abi, functionName: 'allowance' } as const
    const permit = model.actorOf('permit')
    if (permit) {
      const { payer, contractAddress } = this.#subscribed!
      const args = [payer.payer.address, contractAddress as Address] as const
      const allowed = await reader.readContract({ ...asked, args })
      expectSame(
        'The allowance differs',
        String(allowed),
        permit.status === 'Used' ? String(value) : '0',
      )
      return
    }
    const sweeps = ['transaction 1', 'transaction 2'].map((name) => model.actorOf(name))
    if (!sweeps[0] || model.actorOf('payment')) return
    const isMoved = sweeps.some((sweep) => ['Mined', 'Final'].includes(sweep?.status ?? ''))
    const left = await this.#payment!.left()
    expectSame('What lies there differs', String(left), isMoved ? '0' : String(otherUnits))
  }

  async leave(): Promise<void> {
    await this.#chain.leave()
    await untilFunded(this.#service)
    if (this.#subscribed)
      await cancelForGood(this.#service.merchant, this.#subscribed.contractAddress)
    await this.#payment?.moveTheRest()
  }

  async #untilHeldBack(): Promise<void> {
    const permit = { entity: 'permits', id: await this.idOf('permit') }
    await readJournal(dashboardOf(this.#service), permit, 2)
  }

  async #advance(untilMs: number): Promise<void> {
    await this.#service.merchant.mandate.testClock.advance({ until: new Date(untilMs) })
  }

  async #find(name: string): Promise<string | undefined> {
    const kind = kindOf(name)
    if (kind === 'payment') return this.#payment?.id
    const from =
      kind === 'permit' || !this.#ids.has('permit')
        ? this.#subject
        : `permits/${this.#ids.get('permit')!}`
    const { linked } = await dashboardOf(this.#service).require<Linked>(
      'GET',
      `/test/${from}/linked`,
    )
    const found = linked.find(({ relation }) => relation === kind)
    // The newest comes first.
    return found?.actors[found.total - Number(name.split(' ')[1] ?? 1)]?.id
  }

  async #createPayment(): Promise<PathPayment> {
    this.#payment = await PathPayment.create(this.#service)
    this.#subject = `payments/${this.#payment.id}`
    return this.#payment
  }

  async #subscribe(): Promise<void> {
    const { merchant } = this.#service
    const payer = await PermitPayer.begin(this.#service, 100)
    const planId = await newPlan(merchant, { amount: '10', periodDays: 30, graceDays: 3 })
    const customerId = `customer of ${payer.payer.address}`
    const { now } = await merchant.mandate.testClock.read()
    const startFrom = new Date(Date.parse(now) + startsAfterMs)
    const wanted = { planId, customerId, maxPeriods: periods, startFrom }
    const { contractAddress } = await merchant.subscribe(payer.payer.address, wanted)
    this.#subject = `subscriptions/${contractAddress}`
    this.#subscribed = { payer, contractAddress, customerId }
  }

  async #handIn(permit: HandedIn): Promise<void> {
    const { payer, contractAddress, customerId } = this.#subscribed!
    const { now } = await this.#service.merchant.mandate.testClock.read()
    const deadline = Math.floor(Date.parse(now) / 1_000) + permitSeconds
    this.#deadlineMs = deadline * 1_000
    const signer = permit === 'signedByStranger' ? await PermitPayer.begin(this.#service, 1) : payer
    const chainId = permit === 'forOtherChain' ? otherChainId : this.#service.dev.chains[0]!.chainId
    const signed = await payer.sign(contractAddress, { value, deadline, chainId, signer })
    if (permit === 'allowed') await payer.payer.approve(contractAddress, Number(value / 1_000_000n))
    if (permit === 'withUsedNonce') {
      const used = await payer.sign(stranger, { value: 1n, deadline, chainId })
      await payer.use(stranger, used, this.#service.dev.chains[0]!.rpcUrl)
    }
    await this.#post(contractAddress, customerId, signed)
  }

  async #post(contractAddress: string, customerId: string, permit: Json): Promise<void> {
    const { merchant, dev } = this.#service
    const { token } = await merchant.post<{ token: string }>(
      '/integration/subscriptions/create-customer-token',
      { customerId },
    )
    const response = await fetch(`${dev.baseUrl}/session/subscriptions/${contractAddress}/permit`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(permit),
    })
    if (!response.ok) throw new Error(`the permit was answered ${await response.text()}`)
  }
}
