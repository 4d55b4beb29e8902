/** The forecast of random worlds. */
import '../../../test/dashboard/forecast/equal-to-plain.test.ts'
