/** The whole life of a subscription with as many periods as two years have. */
import '../../test/flow/whole-life.test.ts'
