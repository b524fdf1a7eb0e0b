import { cx } from '../cx.ts'

export type ControlSize = 'sm' | 'md' | 'lg'

export type ControlLook = {
  size?: ControlSize | undefined
  invalid?: boolean | undefined
  /** A softer border, for search fields and filters with an icon. */
  quiet?: boolean | undefined
  disabled?: boolean | undefined
  readOnly?: boolean | undefined
}

const sizes: Record<ControlSize, string> = {
  sm: 'h-control-sm px-2 text-12',
  md: 'h-control px-2.5 text-13 max-sm:text-16',
  lg: 'h-control-lg px-3 text-14 max-sm:text-16',
}

const focused =
  'has-[:is(input,textarea):focus]:border-accent has-[:is(input,textarea):focus]:ring-1 ' +
  'has-[:is(input,textarea):focus]:ring-accent focus:border-accent focus:ring-1 focus:ring-accent focus:outline-none ' +
  'data-popup-open:border-accent data-popup-open:ring-1 data-popup-open:ring-accent'

const faulty = 'border-danger ring-1 ring-danger has-[:is(input,textarea):focus]:ring-2 focus:ring-2 focus:outline-none'

/** Class names of a text control's frame, which holds the input, its icon and its suffix. */
export function controlClass({ size = 'md', invalid, quiet, disabled, readOnly }: ControlLook): string {
  const edge = readOnly || disabled ? 'border-line' : quiet ? 'border-line-strong' : 'border-line-control'
  return cx(
    'flex w-full min-w-0 items-center gap-2 rounded-2 border text-start transition-shadow duration-(--mo-fast)',
    sizes[size],
    invalid ? faulty : cx(edge, focused),
    disabled ? 'bg-sunken text-muted' : readOnly ? 'bg-sunken text-ink-2' : 'bg-surface text-ink',
  )
}

/** Class names of the input inside the frame. */
export const bareInputClass =
  'h-full min-w-0 flex-1 truncate border-0 bg-transparent p-0 outline-none disabled:text-muted'
