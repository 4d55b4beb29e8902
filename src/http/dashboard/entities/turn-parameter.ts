/** The number of a turn in an address. */
import { z } from 'zod'
import { showValue } from '../../requests/shown-value.ts'
import { singleParameter } from '../../schemas/query.ts'

const turnMax = 2_147_483_647

/** From 1 on, in plain digits. */
export const TurnNumber = z
  .string()
  .regex(/^[1-9][0-9]{0,9}$/, {
    error: ({ input }) => `must be the number of a turn, from 1 on; it is ${showValue(input)}`,
  })
  .transform(Number)
  .pipe(z.int().max(turnMax, `must be at most ${turnMax}`))
  .meta({ type: 'integer', minimum: 1, examples: [3] })

export const turnParameter = singleParameter(TurnNumber)
