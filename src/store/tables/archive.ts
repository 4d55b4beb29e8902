/** What was taken out of the partitioned tables, and where it is now. */
import { defineEntity, p } from '@mikro-orm/core'

const ArchivedMonthSchema = defineEntity({
  name: 'ArchivedMonth',
  tableName: 'archived_month',
  properties: {
    tableName: p.text().primary(),
    /** Such as `2026-11`, or `before 2026-12` for all that was there before it. */
    month: p.text().primary(),
    /** From 1; more where rows of a month came after it was archived. */
    part: p.integer().primary(),
    /** The name of the file in the archive's directory. */
    file: p.text(),
    rows: p.integer(),
    bytes: p.bigint(),
    sha256: p.text(),
    /** Real database time. */
    archivedAt: p.datetime(),
  },
})
export class ArchivedMonth extends ArchivedMonthSchema.class {}
ArchivedMonthSchema.setClass(ArchivedMonth)
