/** A business in the merchant's own words. */
import { say } from '../../../messages/dashboard/service-words.ts'
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
      [say('legalName'), details.legalName],
      [say('registrationNumber'), details.registrationNumber],
      [say('country'), details.country],
      [say('website'), details.website],
      [say('contact'), details.contactEmail],
    ]}
  />
)
