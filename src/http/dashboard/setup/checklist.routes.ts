/** The setup checklist: what a merchant has still to do before money can come. */
import { z } from 'zod'
import { readChecklist, checklistNames } from '../../../store/merchants/checklist.ts'
import { memberRoute } from '../../routing/route.ts'
import { textField } from '../../schemas/fields.ts'
import { singleParameter } from '../../schemas/query.ts'
import { unknownAsset } from './assets.routes.ts'

const assetLengthMax = 100

const ChecklistNames = z.array(z.enum(checklistNames))

const Checklist = z
  .strictObject({
    items: z.array(
      z.strictObject({
        name: z.enum(checklistNames),
        done: z.boolean(),
        advice: z.string().meta({ description: 'What to do' }),
      }),
    ),
    missing: ChecklistNames,
  })
  .meta({ id: 'Checklist' })

export const readChecklistRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/checklist',
  operationId: 'readChecklist',
  right: 'read',
  tag: 'Setup',
  summary: 'Read what is left to set up',
  query: z.strictObject({
    asset: singleParameter(textField("an asset's code", assetLengthMax))
      .optional()
      .meta({ description: 'Judges what subscriptions in this asset need; else any asset counts' }),
  }),
  answer: { description: 'Every item, and the names of those missing.', schema: Checklist },
  problems: ['NotFound'],
  async handle({ caller: { owner }, query: { asset }, dependencies }) {
    const wanted =
      asset === undefined ? undefined : dependencies.directory.asset(asset, owner.network)
    if (asset !== undefined && !wanted) throw unknownAsset(dependencies, owner, asset)
    return { body: await readChecklist(dependencies, owner, wanted) }
  },
})
