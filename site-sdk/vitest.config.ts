import { defineProject } from 'vitest/config'

export default defineProject({
  test: { name: 'site-sdk', include: ['src/**/*.test.ts'], pool: 'forks', testTimeout: 30_000 },
})
