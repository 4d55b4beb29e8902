/** The setup checklist: what a merchant has still to do before money can come. */
import { z } from 'zod'
import { readChecklist, checklistNames } from '../../../store/merchants/checklist.ts'
import { memberRoute } from '../../routing/route.ts'

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
  answer: {
    status: 200,
    description: 'Every item, and the names of those missing.',
    schema: Checklist,
  },
  async handle({ caller, dependencies }) {
    return { body: await readChecklist(dependencies, caller.owner) }
  },
})
