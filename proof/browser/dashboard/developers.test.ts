/** What developers try on the test network: time; and which mails one gets. */
import { expect, test } from 'vitest'
