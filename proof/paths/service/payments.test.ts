/** Payments on a running service take every transition that can be forced from outside, as their model does. */
import { LivingPayment } from './others/payments/living.ts'
import { plannedPaymentPaths } from './others/payments/paths.ts'
import { testPaths } from './others/path-tests.ts'

testPaths(plannedPaymentPaths(), (service, path) => new LivingPayment(service, path))
