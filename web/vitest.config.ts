// Web tests run in a real Chromium through the same Vite pipeline as the product.
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

const executablePath = process.env.NOTIFLY_CHROMIUM ?? '/usr/bin/chromium'

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      name: 'web',
      include: ['src/**/*.test.{ts,tsx}'],
      setupFiles: ['src/testing/setup.ts'],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({ launchOptions: { executablePath, args: ['--no-sandbox'] } }),
        viewport: { width: 1280, height: 900 },
        instances: [{ browser: 'chromium' }],
      },
    },
  }),
)
