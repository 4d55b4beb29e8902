/** The rules of every machine and the laws of a subscription, on all that can happen: to the end of every case. */
import '../../test/machines/exploration.test.ts'
