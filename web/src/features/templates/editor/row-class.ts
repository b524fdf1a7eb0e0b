/** A row of the panel of problems: a sign, what it is, where, and what mends it. */
export const rowClass =
  'grid min-h-9 grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line px-4 py-1.5 ' +
  'lg:grid-cols-[1rem_minmax(0,1fr)_6.5rem_6.5rem]'
