import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['contracts', 'server', 'sandbox', 'scripts', 'web', 'e2e', 'bench'],
    // Most tests wait for PostgreSQL, a socket or a browser: on two cores one worker, the default, leaves both idle.
    maxWorkers: Math.max(2, availableParallelism()),
  },
})
