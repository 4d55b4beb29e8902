/** A command to many as the dashboard shows it. */
import { z } from 'zod'
import { exampleAddress, exampleId, RealTime } from '../../../store/resources/fields.ts'
import { jobStatuses, targetOutcomes } from '../../../store/act-on-many/states.ts'

export const PreviewResource = z
  .strictObject({
    matches: z.int().nonnegative().meta({ description: 'How many match the filter' }),
    can: z.int().nonnegative().meta({ description: 'How many of them take the command' }),
    cannot: z
      .array(
        z.strictObject({
          status: z.string().meta({ examples: ['Cancelled'] }),
          phase: z.string().meta({ description: 'Empty where the status has none inside' }),
          count: z.int().positive(),
        }),
      )
      .meta({ description: 'Those that do not, by the state that they are in' }),
  })
  .meta({ id: 'PreviewOfMany' })

export const JobResource = z
  .strictObject({
    id: z.string().meta({ examples: [exampleId] }),
    list: z.string().meta({ examples: ['subscriptions'] }),
    command: z.string().meta({ examples: ['pause'] }),
    filter: z.string().meta({ description: 'As it was given', examples: ['statusIn=Active'] }),
    askedBy: z.string().meta({ examples: ['owner@shop.example.com'] }),
    status: z.enum(jobStatuses),
    total: z.int().nonnegative().meta({ description: 'How many took the command at the start' }),
    done: z.int().nonnegative(),
    refused: z.int().nonnegative().meta({ description: 'Moved on meanwhile, so it was refused' }),
    failed: z.int().nonnegative().meta({ description: 'Met a fault of the service' }),
    left: z.int().nonnegative(),
    createdAt: RealTime,
    finishedAt: RealTime.nullable(),
  })
  .meta({
    id: 'CommandToMany',
    description: 'A command to all rows of a filter, and its progress.',
  })

export const JobAndProblems = JobResource.extend({
  problems: z
    .array(
      z.strictObject({
        id: z.string().meta({ examples: [exampleAddress] }),
        outcome: z.enum(targetOutcomes),
        reason: z
          .string()
          .nullable()
          .meta({
            description: 'The state that refused it',
            examples: ['Cancelled'],
          }),
      }),
    )
    .meta({ description: 'The first hundred that did not take it' }),
}).meta({ id: 'CommandToManyAndProblems' })
