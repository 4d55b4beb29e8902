/** The laws of access, payments, switches and whole worlds, in more tales. */
import '../../test/machines/access-laws.test.ts'
import '../../test/machines/payment-laws.test.ts'
import '../../test/machines/payment-sweep-laws.test.ts'
import '../../test/machines/switch-laws.test.ts'
import '../../test/machines/world.test.ts'
