import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/postgres-setup.ts'],
    setupFiles: ['src/testing/statements/record-setup.ts'],
    pool: 'forks',
    // Files share the modules of a worker, which loads them once: a third of the processor time of a feature’s file. No module may
    // therefore keep what one file does for the next, and hooks stand in test files or in functions that these call.
    isolate: false,
    // On a busy machine what takes a moment elsewhere needs seconds, and work on files, which yields to everything else, most of all.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
