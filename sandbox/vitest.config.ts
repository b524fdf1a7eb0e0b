import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'sandbox',
    include: ['src/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // On a busy machine what takes a moment elsewhere needs seconds.
    expect: { poll: { timeout: 15_000 } },
  },
})
