import { lazyOverlay } from './lazy-overlay.tsx'

/** Shows one row of a list while the list stays usable. Esc closes it and restores the focus. */
export const Drawer = lazyOverlay(async () => (await import('./DrawerSurface.tsx')).DrawerSurface)
