/** From when on turns are shown, where earlier months are kept elsewhere. */
import { z } from 'zod'
import { Problem } from '../../../shared/problems.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import type { Database } from '../../../store/database.ts'
import { readKeptFrom } from '../../../store/views/entities/kept-from.ts'

export const KeptMonth = z.string().meta({ examples: ['2026-03'] })

export const KeptFrom = z
  .strictObject({
    month: KeptMonth.meta({ description: 'Turns are in the database from this month on' }),
    seq: z
      .int()
      .meta({ description: 'The first of its turns there; one more than its last where none is' }),
  })
  .nullable()
  .meta({
    description:
      'Null where all turns are there; else earlier months are kept elsewhere, by the operator',
  })

/** Says that an actor has no such turn, or that it is one of a month that is kept elsewhere. */
export async function unknownTurn(
  database: Pick<Database, 'pool'>,
  actor: StoredActor,
  turn: number,
): Promise<Problem> {
  const keptFrom = await readKeptFrom(database, actor)
  return new Problem(
    'NotFound',
    keptFrom && turn < keptFrom.seq
      ? `Turns are kept from ${keptFrom.month} on, and turn ${turn} is earlier; earlier months are kept elsewhere, by whoever runs the service.`
      : `It has no turn ${turn}; its turns are ${keptFrom?.seq ?? 1} to ${actor.revision}.`,
  )
}
