import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { projects: ['contracts', 'server', 'sandbox', 'scripts', 'web', 'site-sdk', 'e2e', 'bench'] },
})
