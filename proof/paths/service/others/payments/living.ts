/** A payment that lives through its path, held against its model after every act. */
import type { RunningService } from '../../running-service.ts'
import type { Living, Next } from '../live-together.ts'
import { needsTheChain, sayAct } from './act.ts'
import { PaymentModel } from './model.ts'
import type { PaymentPath } from './paths.ts'
import { RealPayment } from './real-payment.ts'
import { PaymentVerification } from './verify.ts'

export class LivingPayment implements Living {
  readonly #path: PaymentPath
  readonly #service: RunningService
  #begun: { real: RealPayment; verification: PaymentVerification; model: PaymentModel } | null =
    null
  #done = 0

  constructor(service: RunningService, path: PaymentPath) {
    this.#service = service
    this.#path = path
  }

  next(): Next | null {
    if (!this.#begun) return 'beside'
    const act = this.#path.acts[this.#done]
    if (!act) return null
    if (act.type === 'expire') return { atMs: this.#begun.model.dueMs! }
    return needsTheChain(act) ? 'alone' : 'beside'
  }

  async act(): Promise<void> {
    if (!this.#begun) return this.#begin()
    const act = this.#path.acts[this.#done++]!
    const { real, verification, model } = this.#begun
    const after = model.after(act)
    this.#begun.model = after
    try {
      await real.do(act, model)
      await verification.expect(after)
    } catch (error) {
      throw new Error(`step ${this.#done}, “${sayAct(act)}”: ${String(error)}`, { cause: error })
    }
  }

  async #begin(): Promise<void> {
    const real = await RealPayment.begin(this.#service)
    const { code, address } = this.#service.dev.chains[0]!.assets[1]!
    const model = PaymentModel.begin(real.input, { code, address })
    const verification = new PaymentVerification(this.#service, real)
    this.#begun = { real, verification, model }
    await verification.expect(model)
  }
}
