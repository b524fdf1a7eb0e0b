// Shows that every benchmark still runs, with a handful of rows each. What it measures then means nothing and is not looked at.
import { defineProject } from 'vitest/config'

export default defineProject({
  test: { name: 'bench', include: ['src/**/*.test.ts'], pool: 'forks', testTimeout: 900_000 },
})
