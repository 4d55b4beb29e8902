/** Every hostile text, at every kind of parameter. */
import '../../test/http/hostile-addresses.test.ts'
