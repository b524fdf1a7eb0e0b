import { lazyPopup } from './lazy-popup.tsx'

/** A panel that belongs to one control. Esc or a click outside closes it and returns the focus to the control. */
export const Popover = lazyPopup('dialog', async () => (await import('./PopoverPopup.tsx')).PopoverPopup)
