/** The tables that are partitioned by month, because they grow with what happens and not with what exists. */
import { lowestId } from '../../shared/ids.ts'

export type PartitionedTable = {
  name: 'journal' | 'merchant_event' | 'delivery'
  /** The value of the partition key at a moment, as a literal of SQL. */
  boundAt: (at: Date) => string
  /** Names what is unique in each partition, where the partition key is not a part of it. */
  uniqueInEach: string | null
}

/** Ids begin with the moment at which they were made, so that whoever has an id is sent to its month. */
const boundOfIds = (at: Date): string => `'${lowestId(at)}'`

export const partitionedTables: readonly PartitionedTable[] = [
  {
    name: 'journal',
    boundAt: (at) => `'${at.toISOString()}'`,
    uniqueInEach: 'message_id',
  },
  { name: 'merchant_event', boundAt: boundOfIds, uniqueInEach: null },
  { name: 'delivery', boundAt: boundOfIds, uniqueInEach: null },
]
