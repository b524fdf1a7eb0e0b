import { defineConfig } from 'vitest/config'
import { LongFirst } from './scripts/long-first.ts'

export default defineConfig({
  test: {
    projects: ['contracts', 'server', 'sandbox', 'scripts', 'web', 'site-sdk', 'e2e', 'bench', 'demo'],
    sequence: { sequencer: LongFirst },
  },
})
