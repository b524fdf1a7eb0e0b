// Web tests run in a real Chromium through the same Vite pipeline as the product, with the build of React that people get: its
// development build takes a sixth more time, for warnings that no test reads.
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

// Of the whole run; nothing else of ours looks at it.
process.env.NODE_ENV = 'production'

const executablePath = process.env.NOTIFLY_HEADLESS_SHELL ?? process.env.NOTIFLY_CHROMIUM ?? '/usr/bin/chromium'

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      name: 'web',
      // Files share the modules of a page, which loads them once: a third of the processor time of all of them. The set-up below
      // gives each file what a new page has; no module may keep what one file does for the next.
      isolate: false,
      restoreMocks: true,
      // After all the others: its pages are no part of the number of files at once, and would come on top of them.
      sequence: { groupOrder: 1 },
      include: ['src/**/*.test.{ts,tsx}'],
      setupFiles: ['src/testing/setup.ts'],
      testTimeout: 30_000,
      // What is waited for comes in its time also on a machine that is busy with all the other tests.
      expect: { poll: { timeout: 10_000 } },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          // What fades and moves is a fifth of the work; whoever tests just that says otherwise.
          // The headless shell asks nobody and refuses what it is not told to grant.
          contextOptions: { reducedMotion: 'reduce', permissions: ['clipboard-write'] },
          launchOptions: { executablePath, args: ['--no-sandbox', '--js-flags=--max-semi-space-size=64'] },
        }),
        viewport: { width: 1280, height: 900 },
        instances: [{ browser: 'chromium' }],
      },
    },
  }),
)
