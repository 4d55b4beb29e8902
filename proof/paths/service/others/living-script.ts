/** A path of a script that is lived step by step, each step held against the model before the next one. */
import type { RunningService } from '../running-service.ts'
import { expectSame } from '../../differences.ts'
import { readJournal, turnsOf } from './journal.ts'
import { type Dashboard, dashboardOf } from './dashboard.ts'
import type { Living } from './live-together.ts'
import { kindOf, ScriptModel, type ScriptPath } from './script.ts'

/** A script acts on this, on a running service. */
export interface Stage<Act> {
  do(act: Act): Promise<void>
  /** Waits until it is there. */
  idOf(name: string): Promise<string>
  /** The dashboard of the merchant who owns everything, where that is not the demo's. */
  dashboard?: Dashboard
  /** Counts the turns of an actor, after its creation, before the path began. */
  turnsBefore?(name: string): number
  /** Throws what differs beside the journals, and what refused commands have changed. */
  expect(model: ScriptModel): Promise<void>
  /** Leaves the service as others want to find it. */
  leave(): Promise<void>
}

export class LivingScript<Act> implements Living {
  readonly #service: RunningService
  readonly #path: ScriptPath<Act>
  readonly #begin: (service: RunningService) => Promise<Stage<Act>>
  #stage: Stage<Act> | null = null
  #model = new ScriptModel()
  #done = 0

  constructor(
    service: RunningService,
    path: ScriptPath<Act>,
    begin: (service: RunningService) => Promise<Stage<Act>>,
  ) {
    this.#service = service
    this.#path = path
    this.#begin = begin
  }

  next = (): 'alone' | null =>
    this.#done < this.#path.script.steps.length ? ('alone' as const) : null

  async act(): Promise<void> {
    const stage = (this.#stage ??= await this.#begin(this.#service))
    const step = this.#path.script.steps[this.#done++]!
    this.#model = this.#model.after(step.brings)
    let isWell = false
    try {
      await stage.do(step.act)
      await this.#expectJournals(stage, `step ${this.#done}, “${step.does}”`)
      await stage.expect(this.#model)
      await this.#expectJournals(
        stage,
        `step ${this.#done}, “${step.does}”, after refused commands`,
      )
      isWell = true
    } finally {
      if (!isWell || this.next() === null) await stage.leave()
    }
  }

  async #expectJournals(stage: Stage<Act>, when: string): Promise<void> {
    for (const [name, modelled] of this.#model.turns) {
      const turns = turnsOf(modelled)
      const entity = entityOf(kindOf(name))
      const id = await stage.idOf(name)
      const before = stage.turnsBefore?.(name) ?? 0
      const journal = await readJournal(
        stage.dashboard ?? dashboardOf(this.#service),
        { entity, id },
        turns.length + before,
      )
      journal.splice(1, before)
      expectSame(`${when}: ${name}`, journal, turns)
    }
  }
}

const entityOf = (kind: string): string => (kind === 'delivery' ? 'deliveries' : `${kind}s`)
