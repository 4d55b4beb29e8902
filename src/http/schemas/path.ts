/** The parts of an address that name something; what the database cannot store names nothing. */
import { z } from 'zod'
import { textField } from './fields.ts'

const pathTextLengthMax = 500

export const PathText = textField('text', pathTextLengthMax)

/** The `{id}` of an address; what else stands in it is read elsewhere. */
export const IdParams = z.object({ id: PathText })
