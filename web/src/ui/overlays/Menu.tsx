import { lazyPopup } from './lazy-popup.tsx'

/** Actions and links behind one button. Arrow keys and first letters move, Esc closes. */
export const Menu = lazyPopup('menu', async () => (await import('./MenuPopup.tsx')).MenuPopup)
