import { useId, type ReactNode } from 'react'
import { cx } from '../cx.ts'

export type PanelProps = {
  title?: ReactNode
  /** Beside the title, such as a badge or a hint. */
  meta?: ReactNode
  /** At the end of the header. */
  actions?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  /** Without padding, for a table or rows. */
  bare?: boolean
  className?: string
  'aria-label'?: string
}

/** The only kind of box on a page; inside it parts are separated by thin lines. */
export function Panel({ title, meta, actions, children, footer, bare, className, ...rest }: PanelProps) {
  const id = useId()
  const hasHeader = Boolean(title || meta || actions)
  return (
    <section
      aria-labelledby={title ? id : undefined}
      aria-label={title ? undefined : rest['aria-label']}
      className={cx('min-w-0 rounded-3 border border-line bg-surface', bare && 'overflow-clip', className)}
    >
      {hasHeader && (
        <header
          className={cx(
            'flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2',
            Boolean(children) && 'border-b border-line',
          )}
        >
          {/* On a phone the words beside the title wrap before the actions do. */}
          <div className={cx('flex min-w-0 flex-wrap items-center gap-x-2', Boolean(meta) && 'flex-[1_1_10rem]')}>
            {title && (
              <h2 id={id} className="min-w-0 text-14 font-semibold tracking-(--ls-tight) wrap-break-word">
                {title}
              </h2>
            )}
            {meta && <div className="flex min-w-0 items-center gap-2 text-12 text-muted">{meta}</div>}
          </div>
          {actions && (
            <div className="ms-auto flex max-w-full min-w-0 flex-wrap items-center justify-end gap-2 text-12 text-muted">
              {actions}
            </div>
          )}
        </header>
      )}
      {children && (bare ? children : <div className="p-4">{children}</div>)}
      {footer && (
        <footer className="flex min-h-10 items-center gap-2 border-t border-line px-4 py-2 text-12 text-muted">
          {footer}
        </footer>
      )}
    </section>
  )
}
