/** The migrations in their order. A released one is never edited. */
import { Migration0001 } from './0001-foundation.ts'
import { Migration0002 } from './0002-forged-messages.ts'
import { Migration0003 } from './0003-agreement.ts'
import { Migration0004 } from './0004-nonce-lanes-and-gas-limits.ts'
import { Migration0005 } from './0005-nodes.ts'
import { Migration0007 } from './0007-strays.ts'
import { Migration0008 } from './0008-people.ts'
import { Migration0010 } from './0010-account-links.ts'
import { Migration0011 } from './0011-signature-uses.ts'
import { Migration0012 } from './0012-login-counts.ts'
import { Migration0013 } from './0013-contract-round.ts'
import { Migration0015 } from './0015-demo-verdicts.ts'
import { Migration0016 } from './0016-node-differences.ts'
import { Migration0017 } from './0017-credited-deposits.ts'
import { Migration0018 } from './0018-told-by.ts'
import { Migration0019 } from './0019-known-deposits.ts'
import { Migration0020 } from './0020-differing-previews.ts'
import { Migration0021 } from './0021-wait-reasons.ts'
import { Migration0022 } from './0022-one-word-each.ts'
import { Migration0023 } from './0023-checks.ts'
import { Migration0024 } from './0024-checking-funds.ts'

export const migrationsList = [
  { name: '0001-foundation', class: Migration0001 },
  { name: '0002-forged-messages', class: Migration0002 },
  { name: '0003-agreement', class: Migration0003 },
  { name: '0004-nonce-lanes-and-gas-limits', class: Migration0004 },
  { name: '0005-nodes', class: Migration0005 },
  { name: '0007-strays', class: Migration0007 },
  { name: '0008-people', class: Migration0008 },
  { name: '0010-account-links', class: Migration0010 },
  { name: '0011-signature-uses', class: Migration0011 },
  { name: '0012-login-counts', class: Migration0012 },
  { name: '0013-contract-round', class: Migration0013 },
  { name: '0015-demo-verdicts', class: Migration0015 },
  { name: '0016-node-differences', class: Migration0016 },
  { name: '0017-credited-deposits', class: Migration0017 },
  { name: '0018-told-by', class: Migration0018 },
  { name: '0019-known-deposits', class: Migration0019 },
  { name: '0020-differing-previews', class: Migration0020 },
  { name: '0021-wait-reasons', class: Migration0021 },
  { name: '0022-one-word-each', class: Migration0022 },
  { name: '0023-checks', class: Migration0023 },
  { name: '0024-checking-funds', class: Migration0024 },
]
