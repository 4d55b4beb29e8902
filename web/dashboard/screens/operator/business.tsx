/** A business in the merchant's own words. */
import { Facts } from '../../parts/facts.tsx'

export type BusinessDetails = {
  legalName: string
  registrationNumber: string
  country: string
  website: string
  contactEmail: string
}

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
