import { lazyOverlay } from './lazy-overlay.tsx'

/** Looks at one row of a list while the list stays usable. Esc closes it and gives the focus back. */
export const Drawer = lazyOverlay(async () => (await import('./DrawerSurface.tsx')).DrawerSurface)
