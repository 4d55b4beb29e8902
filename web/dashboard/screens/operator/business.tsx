/** A business in the merchant's own words. */
import type { BusinessDetails } from '../../../api/dashboard.generated.ts'
import { Facts } from '../../parts/facts.tsx'

/** A website is text: nobody is to be led from here to wherever a stranger wrote. */
export const Business = ({ details }: { details: BusinessDetails }) => (
  <Facts
    facts={[
      ['Legal name', details.legalName],
      ['Registration number', details.registrationNumber],
      ['Country', details.country],
      ['Website', details.website],
      ['Contact', details.contactEmail],
    ]}
  />
)
