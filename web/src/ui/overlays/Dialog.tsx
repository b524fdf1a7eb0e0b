import { lazyOverlay } from './lazy-overlay.tsx'

/** A dialog for one decision or task. It traps the focus, restores it, and covers the whole screen on a phone. */
export const Dialog = lazyOverlay(async () => (await import('./DialogSurface.tsx')).DialogSurface)
