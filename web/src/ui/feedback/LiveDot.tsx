import { cx } from '../cx.ts'

/** The pulsing dot of something that is going on right now; words beside it say what. */
export function LiveDot({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        'pulsing size-1.5 shrink-0 rounded-full bg-accent shadow-[0_0_0_3px_var(--c-accent-soft)]',
        className,
      )}
    />
  )
}
