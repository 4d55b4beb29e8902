/** A payment of a running service: a payer of its own on the chain, and the merchant's calls. */
import type { Address } from 'viem'
import { PaymentInput } from '../../../../../machines/payment/payment.events.ts'
import { eventually } from '../../../../../examples/client/eventually.ts'
import type { Json, PaymentJson } from '../../../../../examples/client/merchant.ts'
import { formatAmount } from '../../../../../src/shared/money.ts'
import type { RunningService } from '../../running-service.ts'
import { LocalNode } from '../local-node.ts'
import { newWallet, type Wallet } from '../new-wallet.ts'
import { otherTokens, type PaymentAct, priceTokens } from './act.ts'
import { type PaymentModel, unitsOf } from './model.ts'

export type Answer = { status: number; body: Json }

export const paymentCommands = ['accept', 'cancel', 'sweep', 'recordRefund'] as const
type PaymentCommand = (typeof paymentCommands)[number]

/** More than any path pays. */
const walletTokens = 100
/** A path sees neither the salt nor the merchant's id, so these have no meaning. */
const untold = {
  depositSalt: `0x${'5a'.repeat(16)}`,
  merchantId: 'merchant',
  network: 'TestNet',
} as const

export class RealPayment {
  readonly input: PaymentInput
  readonly #service: RunningService
  readonly #wallet: Wallet
  readonly #node: LocalNode

  private constructor(service: RunningService, wallet: Wallet, input: PaymentInput) {
    this.#service = service
    this.#wallet = wallet
    this.#node = new LocalNode(service.payer)
    this.input = input
  }

  static async begin(service: RunningService): Promise<RealPayment> {
    const wallet = await newWallet(service, walletTokens)
    const made = await service.merchant.createPayment(String(priceTokens))
    return new RealPayment(service, wallet, inputOf(made, service))
  }

  async do(act: PaymentAct, model: PaymentModel): Promise<void> {
    const { own, other } = this.#wallet
    const { depositAddress } = this.input
    switch (act.type) {
      case 'pay':
        return own.send(depositAddress, unitsOf(act.tokens))
      case 'payOther':
        return other.send(depositAddress, unitsOf(otherTokens))
      case 'payAndLose':
        return this.#payAndLose(act.tokens)
      case 'payWithoutGas':
        return this.#node.whileEmpty(this.#gasWallet, async () => {
          await own.send(depositAddress, unitsOf(act.tokens))
          await this.#until(({ settlementReason }) => settlementReason === 'GasWalletEmpty')
        })
      case 'payAndFail':
        return this.#failSweep(() => own.send(depositAddress, unitsOf(act.tokens)))
      case 'sweepAndFail':
        return this.#failSweep(() => this.#require('sweep', model))
      case 'refund':
      case 'refundOther':
        return this.#requireRefund(act.type, model)
      case 'accept':
      case 'cancel':
      case 'sweep':
        return this.#require(act.type, model)
      case 'expire':
        return
    }
  }

  /** Sends a command as the merchant's server does; what is answered is for the caller to judge. */
  command(command: PaymentCommand, refunded: { value: string; currency: string }): Promise<Answer> {
    const path = command === 'recordRefund' ? 'refunds' : command
    const body = command === 'recordRefund' ? { amount: refunded } : {}
    const { id } = this.input
    return this.#service.merchant.call('POST', `/integration/payments/${id}/${path}`, body)
  }

  get #gasWallet(): Address {
    return this.#service.dev.merchant.gasWallet as Address
  }

  async #require(command: PaymentCommand, model: PaymentModel, currency?: string): Promise<void> {
    const { asset } = this.input
    const units = currency === undefined ? model.refundUnits : unitsOf(1)
    const value = formatAmount(units, 6)
    const { status, body } = await this.command(command, { value, currency: currency ?? asset })
    if (status !== 200) throw new Error(`${command} was answered ${status} ${JSON.stringify(body)}`)
  }

  #requireRefund(of: 'refund' | 'refundOther', model: PaymentModel): Promise<void> {
    const { code } = this.#service.dev.chains[0]!.assets[1]!
    return this.#require('recordRefund', model, of === 'refund' ? undefined : code)
  }

  async #payAndLose(tokens: number): Promise<void> {
    const before = await this.#node.head()
    await this.#wallet.own.send(this.input.depositAddress, unitsOf(tokens))
    await this.#until(({ seenAmount }) => Number(seenAmount.value) === tokens)
    await this.#node.takeBackAbove(before)
  }

  /** Lets the sweep that follows wait for a block, and makes the block in which the chain reverts it. */
  #failSweep(before: () => Promise<void>): Promise<void> {
    return this.#node.withoutBlocks(async () => {
      await before()
      const { to } = await this.#node.untilPooled(this.#gasWallet)
      await this.#node.mineReverting(to)
    })
  }

  #until = (isSo: (payment: PaymentJson) => boolean): Promise<unknown> =>
    eventually('the payment', async () =>
      isSo(await this.#service.merchant.readPayment(this.input.id)),
    )
}

/** Returns the input from which the service makes a payment, as far as it shows it. */
function inputOf(made: PaymentJson, { dev }: RunningService): PaymentInput {
  const [chain] = dev.chains
  const { code, decimals, address: token } = chain!.assets[0]!
  const names = Object.keys(PaymentInput.shape).filter((name) => name in made)
  const told = Object.fromEntries(names.map((name) => [name, made[name as keyof PaymentJson]]))
  const amount = String(unitsOf(priceTokens))
  return PaymentInput.parse({ ...told, ...untold, asset: code, decimals, token, amount })
}
