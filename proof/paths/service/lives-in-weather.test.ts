import { testLives } from './lives/test-lives.ts'

testLives(({ weather }) => weather !== 'calm')
