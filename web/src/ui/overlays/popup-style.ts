// Class names of everything that opens above the page, so that menus, selects and comboboxes look the same.

/** The panel. */
export const popupClass =
  'pop max-h-(--available-height) overflow-y-auto overscroll-contain rounded-3 bg-raised p-1 shadow-2 outline-none'

/** A list of options: at least as wide as its control, with a limited height. */
export const listPopupClass = `${popupClass} max-h-[min(16rem,var(--available-height))] min-w-(--anchor-width) max-w-[min(22.5rem,var(--available-width))]`

/** One row of such a list. */
export const itemClass =
  'flex min-h-control-sm w-full cursor-default items-center gap-2 rounded-2 px-2 py-1 text-13 text-ink outline-none ' +
  'select-none data-highlighted:bg-pressed data-disabled:text-disabled data-popup-open:bg-pressed'

export const groupLabelClass = 'px-2 pt-2 pb-1 text-12 font-medium text-muted'
