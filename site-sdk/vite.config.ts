// Builds the two files that sites load: `vite build --mode notifly` and `--mode worker`, each one plain script.
import { join } from 'node:path'

const SOURCES: Record<string, string> = { notifly: 'src/page/notifly.ts', worker: 'src/worker/worker.ts' }

/** Vite's configuration. It names no package, so that the workspace needs none. */
export default ({ mode }: { mode: string }): object => ({
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    // The worker runs where there is web push; the script also in Safari of before, by Apple's own way.
    target: mode === 'worker' ? ['chrome90', 'firefox101', 'safari16.4'] : ['chrome90', 'firefox101', 'safari11'],
    lib: {
      entry: join(import.meta.dirname, SOURCES[mode] ?? ''),
      name: 'notiflyScript',
      formats: ['iife'],
      fileName: () => `${mode}.js`,
    },
    minify: true,
  },
})
