import { needsNodeInFront } from './lives/act.ts'
import { testLives } from './lives/test-lives.ts'

testLives(needsNodeInFront, { hasNodeInFront: true })
