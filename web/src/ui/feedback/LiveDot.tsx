import { cx } from '../cx.ts'

/** A pulsing dot for something that is happening now; the text beside it says what. */
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
