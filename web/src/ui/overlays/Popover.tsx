import { lazyPopup } from './lazy-popup.tsx'

/** A panel that belongs to one control. Esc and a click beside it close it; focus goes back to the control. */
export const Popover = lazyPopup('dialog', async () => (await import('./PopoverPopup.tsx')).PopoverPopup)
