/** What is accepted, on all that can happen: to the end of every case. */
import '../../test/machines/accepted-commands.test.ts'
