// Journeys through the real product, which is started once for the whole run, in a real Chromium.
import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'e2e',
    include: ['journeys/**/*.test.ts', 'acceptance/**/*.test.ts'],
    globalSetup: ['start.ts'],
    // As on the server: loading Playwright and the contracts is most of what a short file does.
    isolate: false,
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // On a busy machine what takes a moment elsewhere needs seconds.
    expect: { poll: { timeout: 15_000 } },
  },
})
