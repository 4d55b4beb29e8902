/** The sentences about what the service consists of: processes, and tables by month. */
import { speakIn } from '../translate.ts'

export const english = {
  processes: 'Processes',
  processesHint:
    'What runs now, and until ten minutes ago. Each says every few seconds that it is there.',
  noProcesses: 'No process has said that it is there',
  noProcessesHint: 'Those of a release before this one do not.',
  manyReleases:
    'Releases run beside each other: {releases}. During a rollout that is meant; after an hour it is not.',
  roles: 'Roles',
  starting: 'starting',
  release: 'Release',
  host: 'Host',
  processId: 'process {id}',
  state: 'State',
  started: 'Started',
  seen: 'Last word',
  clock: 'Clock',
  clockRight: 'right',
  clockAhead: '{seconds} s ahead: set it right (NTP)',
  clockBehind: '{seconds} s behind: set it right (NTP)',

  cell: 'Cell',
  cells: 'Cells',
  cellsHint:
    'Each is a service of its own, with its own merchants. A new merchant is placed in the emptiest. The other pages are about the one that is chosen above the menu.',
  homeCell: 'answers whoever belongs to none',
  merchants: 'Merchants',
  lacks: 'What it lacks',
  nothing: 'nothing',
  unknown: 'not known now',

  tables: 'Tables by month',
  tablesHint:
    'What grows with what happens is kept by month. Months that ended long ago are in files of the archive, where there is one.',
  noTables: 'There is no month yet',
  noTablesHint: 'A process with the role of the relays makes them ahead.',
  month: 'Month',
  table: 'Table',
  rows: 'Rows, about',
  notCounted: 'not counted yet',
  size: 'Size',
  place: 'Where',
  inDatabase: 'database',
  inArchive: 'archive: {file}',
} as const

export const say = speakIn<typeof english>(english, 'en')
