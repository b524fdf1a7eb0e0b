// Fills a small demo and looks whether all of it adds up.
import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'demo',
    include: ['src/**/*.test.ts'],
    globalSetup: ['../server/src/testing/postgres-setup.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
