import { needsNodeInFront } from './lives/act.ts'
import { testLives } from './lives/test-lives.ts'

testLives((life) => life.conditions === 'calm' && !needsNodeInFront(life))
