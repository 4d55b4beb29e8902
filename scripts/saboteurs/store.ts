/** Faults of what is stored, and of how its rows are claimed. */
import type { Saboteur } from './saboteur.ts'

const leases = 'test/turns/outbox-leases.test.ts'

const triedAgain =
  'a result of a try that stands in one row with the tries before it comes again, and counts once'

export const ofStore: Saboteur[] = [
  {
    fault: 'of two servers that take writes the older one is taken',
    file: 'src/store/hosts/primary.ts',
    before: 'a.timeline < b.timeline ? 1 : -1',
    after: 'a.timeline < b.timeline ? -1 : 1',
    test: {
      file: 'test/fleet/failover.test.ts',
      title: 'a primary of before that comes back by itself gets no connection (P24)',
    },
  },
  {
    fault: 'everybody waits behind a migration that waits for a lock',
    file: 'src/store/database.ts',
    before: '${unlimited} -c lock_timeout=${lockTimeoutMs}',
    after: '${unlimited} -c lock_timeout=0',
    test: {
      file: 'test/turns/migrating.test.ts',
      title: 'a migration gives way to those who write, and is applied once it has its lock (P20)',
    },
  },
  {
    fault: 'a secret of one purpose opens for another',
    file: 'src/shared/secrets/secrets.ts',
    before:
      'return encrypt(this.#dataKey(owner), `${owner.id}/${purpose}`, Buffer.from(plaintext))',
    after: 'return encrypt(this.#dataKey(owner), owner.id, Buffer.from(plaintext))',
    test: {
      file: 'test/dashboard/secrets.test.ts',
      title: 'a sealed secret opens for its owner and purpose',
    },
  },
  {
    fault: 'two processes work on one row at once',
    file: 'src/store/outbox.ts',
    before: "+ $2 * least(power(2, attempts), ${leaseFactorMax}) * interval '1 millisecond'",
    after: "+ $2 * interval '0 millisecond'",
    test: {
      file: leases,
      title: 'a claimed row is claimed by nobody else until its lease has ended',
    },
  },
  {
    fault: 'a result of a try counts again when it comes again',
    file: 'src/store/outbox.ts',
    before: "\n          and not (t.kind = 'delivery' and ${isAmongRepeats('t')})",
    after: '',
    test: { file: 'test/turns/repeated-messages.test.ts', title: triedAgain },
  },
  {
    fault: 'a result of a try is taken for forged when it comes again',
    file: 'src/store/origins.ts',
    before: "where ${isAmongRepeats('told')}",
    after: 'where false',
    test: { file: 'test/turns/repeated-messages.test.ts', title: triedAgain },
  },
  {
    fault: 'every try of a delivery is a row of the journal',
    file: 'src/actors/actor-definitions.ts',
    before: "    triesIn: 'Retrying',\n",
    after: '',
    test: {
      file: 'test/webhooks/retries.test.ts',
      title:
        'nine more attempts follow a failed delivery, after the published waits, a fifth more or less (S6-8, P7)',
    },
  },
  {
    fault: 'what was archived is left out of histories',
    file: 'src/store/archive/archived-turns.ts',
    before: 'order by revision limit 1) is distinct from 1)`',
    after: 'order by revision limit 1) = 0)`',
    test: {
      file: 'test/turns/archive.test.ts',
      title: 'after a month is archived its partition is gone, and everything is shown as before',
    },
  },
  {
    fault: 'a month that is archived while turns are read is left out',
    file: 'src/store/archive/read-both.ts',
    before: 'if (read.files.length === found.files.length) return',
    after: 'return',
    test: {
      file: 'test/turns/archive.test.ts',
      title: 'a month that is archived while turns are read is read in its file',
    },
  },
  {
    fault: 'a month is archived while one of its deliveries is on its way',
    file: 'src/store/archive/archive-months.ts',
    before: 'else if (!(await isUnderWay(client, partition)))',
    after: 'else',
    test: {
      file: 'test/turns/archive.test.ts',
      title: 'a month is kept while one of its deliveries is on its way',
    },
  },
  {
    fault: 'the event log begins with what was not archived yet',
    file: 'src/store/views/events.ts',
    before: 'and until - start > (',
    after: 'and until - start < (',
    test: {
      file: 'proof/flow/a-year.test.ts',
      title:
        'the event log begins with its first event, also behind one of long ago and where it is filtered',
    },
  },
  {
    fault: 'a message that was consumed is told again',
    file: 'src/store/outbox.ts',
    before: '      where not exists (select 1 from journal j where j.message_id = t.id)\n',
    after: '',
    test: {
      file: 'test/turns/repeated-messages.test.ts',
      title:
        'the sweeper sends a message that only the outbox holds, and not again once it is done',
    },
  },
  {
    fault: 'timers that are due together are sent in any order',
    file: 'src/store/timers.ts',
    before: 'order by due_at, timer_id collate "C"`',
    after: 'order by entity_id`',
    test: {
      file: 'test/turns/timers.test.ts',
      title:
        'the earliest timers are sent first, and those of one moment in the order of their names',
    },
  },
  {
    fault: 'far offsets do not move with rows that come to the front of a list',
    file: 'src/store/lists/milestones.ts',
    before: 'return count > rowsInFrontMax ? null : count',
    after: 'return count > rowsInFrontMax ? null : rowsOfMilestone',
    test: {
      file: 'test/dashboard/offsets.test.ts',
      title: 'rows that come to the front move all offsets by as many, at once',
    },
  },
  {
    fault: 'what came to a long list since its total was remembered is left out',
    file: 'src/store/lists/totals.ts',
    before: 'return addSums(remembered.sums, sums)',
    after: 'return remembered.sums',
    test: {
      file: 'test/dashboard/offsets.test.ts',
      title: 'what a long list comes to counts each row that has come, once',
    },
  },
  {
    fault: 'processes that start at once prepare the database beside each other',
    file: 'src/store/starting/start-lock.ts',
    before: '    await takeTurn(client, log)\n',
    after: '',
    test: {
      file: 'proof/flow/starting.test.ts',
      title: 'nine that start at once on an empty database all come up, and prepare it once',
    },
  },
]
