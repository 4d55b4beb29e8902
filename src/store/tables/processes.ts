/** The processes of the service that run now. */
import { defineEntity, p } from '@mikro-orm/core'
import type { Role } from '../../shared/nats-settings.ts'

const ProcessSchema = defineEntity({
  name: 'Process',
  tableName: 'process',
  properties: {
    /** Drawn at its start. */
    id: p.text().primary(),
    /** Counts those that it has started so far. */
    roles: p.array().$type<Role[]>(),
    /** Version and digest of its code. */
    release: p.text(),
    host: p.text(),
    pid: p.integer(),
    /** The clock of its machine before that of the database; negative: behind. */
    clockAheadMs: p.integer(),
    /** Real database time, as the two below. */
    startedAt: p.datetime(),
    seenAt: p.datetime(),
    /** It counts as gone when it has not said anew until then that it is there. */
    presentUntil: p.datetime(),
  },
})
export class Process extends ProcessSchema.class {}
ProcessSchema.setClass(Process)
