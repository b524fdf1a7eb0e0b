import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'contracts',
    include: ['src/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})
