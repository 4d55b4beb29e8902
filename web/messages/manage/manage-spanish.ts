/** Holds the manage page in Spanish, the shared sentences included: a file that is loaded by itself. */
import { spanish as session } from '../session/spanish.ts'
import { spanish as shared } from '../shared/spanish.ts'
import { spanish as own } from './spanish.ts'
import { steps } from './steps-spanish.ts'

export const texts = { ...shared, ...session, ...own, ...steps }
