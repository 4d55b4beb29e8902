import { z } from 'zod'

/** Refuses, while a value is read, what no type of JSON rules out. */
export function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}
