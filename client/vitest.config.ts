// Runs the client, and the examples of its README, against the product.
import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'client',
    include: ['src/**/*.test.ts'],
    globalSetup: ['../server/src/testing/postgres-setup.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
