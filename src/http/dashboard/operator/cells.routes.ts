/** The cells of the service, for whoever runs several. */
import { z } from 'zod'
import { lookAtCells } from '../../cells/emptiest.ts'
import { operatorRoute } from '../../routing/route.ts'

const Cell = z
  .strictObject({
    name: z.string().meta({
      examples: ['cell_a'],
      description: "The name of its schema; the header `mandate-cell` of operators' calls takes it",
    }),
    isHome: z.boolean().meta({ description: 'Answers whoever belongs to none' }),
    merchants: z.int().nullable().meta({ description: 'Null where its database does not answer' }),
    bytes: z.number().nullable().meta({ description: 'The size of its tables, with indexes' }),
    lacks: z
      .array(z.string())
      .meta({ description: 'As `/ready` says it of this cell, each with what to do' }),
  })
  .meta({ id: 'Cell' })

export const listCellsRoute = operatorRoute({
  method: 'GET',
  path: '/dashboard/api/operator/cells',
  operationId: 'listCells',
  tag: 'Service',
  summary: 'List the cells',
  description:
    'A cell is a service of its own, in a schema of the database; one process may serve several. Other calls of ' +
    'operators are about the cell that the header `mandate-cell` names, or else about that of the account.',
  answer: {
    description: 'In the order of the setting `CELLS`; one where there is one.',
    schema: z.strictObject({ cells: z.array(Cell) }),
  },
  async handle({ dependencies: { cells } }) {
    const looked = await lookAtCells(cells)
    const listed = looked.map(async ({ cell, fullness }) => ({
      name: cell.database.schema,
      isHome: cell === cells.home,
      merchants: fullness?.merchants ?? null,
      bytes: fullness?.bytes ?? null,
      lacks: (await cell.readiness()).advice,
    }))
    return { body: { cells: await Promise.all(listed) } }
  },
})
