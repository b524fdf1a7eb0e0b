// Build and development server of the dashboard. The page is served under a strict content policy (script-src and
// style-src 'self'), so everything leaves the build as a file: no inline script, no inline style element.
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where the API answers while the dashboard itself is served by Vite. */
const apiOrigin = process.env.NOTIFLY_DEV_API ?? 'http://localhost:3000'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The colour tokens are light-dark() pairs; older targets would have them rewritten into variables that ignore
    // a data-theme attribute.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // data: URLs are not fonts or images of 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
  server: {
    port: 5173,
    // Written as patterns: a plain '/t' would also catch a page such as /templates.
    proxy: {
      '^/(api|authP)/': { target: apiOrigin, changeOrigin: false },
      '^/(t|u)/': { target: apiOrigin, changeOrigin: false },
      '^/sandbox(/|$)': { target: apiOrigin, changeOrigin: false, ws: true },
    },
  },
})
