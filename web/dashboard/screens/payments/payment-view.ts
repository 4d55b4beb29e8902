import type { Payment } from '../../../api/dashboard.generated.ts'
import { writeReference } from '../../parts/metadata.tsx'

/** As its merchant knows it. */
export const nameOf = ({ id, description, metadata }: Payment): string =>
  description || writeReference(metadata) || id
