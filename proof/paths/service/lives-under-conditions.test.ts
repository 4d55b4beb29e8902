import { testLives } from './lives/test-lives.ts'

testLives(({ conditions }) => conditions !== 'calm')
