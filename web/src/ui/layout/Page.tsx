// Page layouts. Pages arrange components in these and set no sizes themselves.
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/** The content of a page: centred, at most 1440 px wide, with standard margins. */
export function Page({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <main
      id="main"
      className={cx(
        'mx-auto w-full max-w-(--w-page) px-8 pt-6 pb-12 max-sm:px-4 max-sm:pt-4 max-sm:pb-16 outline-none',
        className,
      )}
    >
      {children}
    </main>
  )
}

export type WithAsideProps = {
  children: ReactNode
  aside: ReactNode
  /** Placed above the aside; below 960 px it comes before the content. */
  lead?: ReactNode
  /**
   * Requires `lead`. Placed below the content; below 960 px it comes after the aside, so that it may load late without
   * moving anything.
   */
  tail?: ReactNode
  /** Keeps the aside in sight while the content scrolls. */
  follows?: boolean
  /** Accessible name of the aside, for pages with several. */
  label?: string
}

/** Content with an aside of 352 px at its end; below 960 px the aside comes after the content. */
export function WithAside({ children, aside, lead, tail, follows, label }: WithAsideProps) {
  return (
    <div
      className={cx(
        'grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_19rem] lg:grid-cols-[minmax(0,1fr)_var(--w-aside)]',
        lead !== undefined && 'gap-y-4',
        lead !== undefined && (tail === undefined ? 'md:grid-rows-[auto_1fr]' : 'md:grid-rows-[auto_auto_1fr]'),
      )}
    >
      {lead !== undefined && <div className="flex min-w-0 flex-col gap-4 md:col-start-2">{lead}</div>}
      <div
        className={cx(
          'flex min-w-0 flex-col gap-4',
          lead !== undefined && 'md:col-start-1 md:row-span-2 md:row-start-1',
          // Grows to the height of the lead, so that there is no gap above the tail.
          tail !== undefined && 'md:self-stretch md:*:last:grow',
        )}
      >
        {children}
      </div>
      <aside
        aria-label={label}
        className={cx(
          'min-w-0',
          follows && 'md:self-stretch',
          tail !== undefined && 'md:col-start-2 md:row-span-2 md:row-start-2',
        )}
      >
        <div className={cx('flex min-w-0 flex-col gap-4', follows && 'md:sticky md:top-16')}>{aside}</div>
      </aside>
      {tail !== undefined && <div className="min-w-0 md:col-start-1 md:row-start-3">{tail}</div>}
    </div>
  )
}

/** Stacks panels vertically. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className="flex min-w-0 flex-col gap-4">{children}</div>
}

/** A form on its own, no wider than is comfortable to read. */
export function FormColumn({ children }: { children: ReactNode }) {
  return <div className="flex w-full max-w-(--w-form) flex-col gap-5">{children}</div>
}

export type SectionProps = { title: ReactNode; help?: ReactNode; actions?: ReactNode; children: ReactNode }

/** Part of a page, with a title above its panel. */
export function Section({ title, help, actions, children }: SectionProps) {
  return (
    <section className="mt-6 first:mt-0">
      <div className={cx('mb-2 flex gap-2 max-sm:flex-wrap', help ? 'items-end' : 'items-center')}>
        <div className="min-w-0 flex-[1_1_10rem]">
          <h2 className="text-14 font-semibold tracking-(--ls-tight)">{title}</h2>
          {help && <p className="text-12 text-muted">{help}</p>}
        </div>
        {actions && <div className="ms-auto flex items-center gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

export interface ToolbarProps {
  /** The search field. */
  find?: ReactNode
  /** The filters. */
  children?: ReactNode
  /** Hides the filters on a phone. */
  folded?: boolean
  end?: ReactNode
}

/** Search and filters above a list. On a phone the filters wrap below the search. */
export function Toolbar({ find, children, folded, end }: ToolbarProps) {
  return (
    <div className="mb-3 flex min-h-control flex-wrap items-center gap-2">
      {find}
      {children && (
        <div
          className={cx(
            'flex flex-wrap items-center gap-2 empty:hidden sm:contents',
            find !== undefined && 'max-sm:order-1',
            folded && 'max-sm:hidden',
          )}
        >
          {children}
        </div>
      )}
      {end && <div className="flex flex-wrap items-center gap-2 sm:ms-auto sm:justify-end">{end}</div>}
    </div>
  )
}
