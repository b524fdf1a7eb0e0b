import process from 'node:process'
import { defineConfig } from 'vitest/config'
import { FailuresAtOnce, REPORT_FILE } from './scripts/check/failures-at-once.ts'
import { LongFirst } from './scripts/check/long-first.ts'

const outputFile = process.env[REPORT_FILE]

export default defineConfig({
  test: {
    projects: ['contracts', 'server', 'sandbox', 'scripts', 'web', 'site-sdk', 'client', 'e2e', 'bench', 'demo'],
    sequence: { sequencer: LongFirst },
    ...(outputFile !== undefined && { reporters: ['default', new FailuresAtOnce(), ['json', { outputFile }]] }),
  },
})
