/** Holds the widget in Russian, the shared sentences included: a file that is loaded by itself. */
import { russian as session } from '../session/russian.ts'
import { russian as shared } from '../shared/russian.ts'
import { russian as own } from './russian.ts'

export const texts = { ...shared, ...session, ...own }
