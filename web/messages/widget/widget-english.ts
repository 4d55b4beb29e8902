/** Holds the widget in English, the shared sentences included: a file that is loaded by itself. */
import { english as session } from '../session/english.ts'
import { english as shared } from '../shared/english.ts'
import { english as own } from './english.ts'

export const texts = { ...shared, ...session, ...own }
