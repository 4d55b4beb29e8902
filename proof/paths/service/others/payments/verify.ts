/**
 * Holds a payment of a running service against its model: as the API shows it, its journal, what merchants heard,
 * what lies on the chain, and that every command which it does not take is refused and changes nothing.
 */
import { type Address, erc20Abi, getAbiItem } from 'viem'
import { listAccepted } from '../../../../../src/core/accepted/accepted-commands.ts'
import { toPaymentResource } from '../../../../../src/core/resources/payment.ts'
import { expectSame } from '../../../differences.ts'
import type { RunningService } from '../../running-service.ts'
import { dashboardOf } from '../dashboard.ts'
import { expectRefusals } from '../refusals.ts'
import { expectEvents } from '../reported-events.ts'
import { type JournalTurn, readJournal, turnsOf } from '../journal.ts'
import { type PaymentModel } from './model.ts'
import { paymentCommands, type RealPayment } from './real-payment.ts'

const transfer = getAbiItem({ abi: erc20Abi, name: 'Transfer' })

/** Sweeps of payments beside one another go together, with the cause of the first of them, whosever that is. */
const sharedEvents = new Set(['payment.sweepSubmitted', 'payment.sweepHeldBack'])
const withoutSharedCause = (turn: JournalTurn): JournalTurn =>
  sharedEvents.has(turn.event) ? { ...turn, cause: {} } : turn

export class PaymentVerification {
  readonly #service: RunningService
  readonly #real: RealPayment

  constructor(service: RunningService, real: RealPayment) {
    this.#service = service
    this.#real = real
  }

  /** Throws what is not as the model says, once the service has taken as many turns. */
  async expect(model: PaymentModel): Promise<void> {
    const expected = turnsOf(model.turns).map(withoutSharedCause)
    await this.#readJournal(expected.length)
    await this.#expectState(model)
    expectSame('The journal differs', await this.#readJournal(), expected)
    const allowed = listAccepted('merchant', model.actor)
    const refunded = { value: '1', currency: this.#real.input.asset }
    // One that is cancelled already answers another cancellation with itself.
    const isCancelled = model.actor.status === 'Failed'
    const refused = paymentCommands.filter((command) => command !== 'cancel' || !isCancelled)
    await expectRefusals(refused, allowed, (command) => this.#real.command(command, refunded))
    expectSame('Refused commands have changed something', await this.#readJournal(), expected)
  }

  async #readJournal(turnsMin = 0): Promise<JournalTurn[]> {
    const named = { entity: 'payments', id: this.#real.input.id }
    const turns = await readJournal(dashboardOf(this.#service), named, turnsMin)
    return turns.map(withoutSharedCause)
  }

  async #expectState(model: PaymentModel): Promise<void> {
    const payment = await this.#service.merchant.readPayment(this.#real.input.id)
    const { moved, transactionHash, ...chain } = await this.#readChain()
    expectSame('The payment differs', payment, {
      ...toPaymentResource(model.actor),
      transactionHash,
    })
    const { own, other } = model.left
    expectSame(
      'The chain differs',
      { own: String(chain.own), other: String(chain.other), moved: String(moved) },
      { own: String(own), other: String(other), moved: String(model.money.swept) },
    )
    // The newest transfer is held against the chain, not against the model.
    const unknown = ['transactionHash']
    const subject = { field: 'payment', key: 'id', id: this.#real.input.id, unknown }
    await expectEvents(this.#service, subject, model.turns)
  }

  /** Reads what lies at the deposit address, and what left it for the merchant's receiver. */
  async #readChain() {
    const { payer, dev } = this.#service
    const { depositAddress, receiver, token } = this.#real.input
    const [own, other] = await Promise.all(
      dev.chains[0]!.assets.slice(0, 2).map(({ address }) =>
        payer.reader.readContract({
          address: address as Address,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [depositAddress as Address],
        }),
      ),
    )
    const came = await this.#transfers(null, depositAddress)
    const left = await this.#transfers(depositAddress, receiver)
    const moved = left
      .filter(({ address }) => address === token.toLowerCase())
      .reduce((sum, { args }) => sum + args.value!, 0n)
    const newest = came.findLast(({ address }) => address === token.toLowerCase()) ?? came.at(-1)
    return { own, other, moved, transactionHash: newest?.transactionHash ?? null }
  }

  #transfers(from: string | null, to: string) {
    const args = { to: to as Address, ...(from && { from: from as Address }) }
    return this.#service.payer.reader.getLogs({
      event: transfer,
      args,
      fromBlock: 0n,
      toBlock: 'latest',
      strict: true,
    })
  }
}
