import { lazyOverlay } from './lazy-overlay.tsx'

/** Decides or finishes one thing. Traps focus, gives it back, and covers the whole screen on a phone. */
export const Dialog = lazyOverlay(async () => (await import('./DialogSurface.tsx')).DialogSurface)
