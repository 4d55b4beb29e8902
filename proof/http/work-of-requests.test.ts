/** The largest of every part of a request, at every route. */
import '../../test/http/work-of-requests.test.ts'
