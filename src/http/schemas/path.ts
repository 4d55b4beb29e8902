/** The parts of an address that name something; what the database cannot store names nothing. */
import { z } from 'zod'
import { AnyCaseAddress, textField } from './fields.ts'

const pathTextLengthMax = 500

export const PathText = textField('text', pathTextLengthMax)

/** The `{id}` of an address; what else stands in it is read elsewhere. */
export const IdParams = z.object({ id: PathText })

/** The `{contractAddress}` of an address, which names a subscription. */
export const ContractParams = z.strictObject({
  contractAddress: AnyCaseAddress.meta({ description: 'In any letter case' }),
})
