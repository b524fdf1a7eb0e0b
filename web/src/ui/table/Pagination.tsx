import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { ChipButton } from '../controls/ChipButton.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../layout/Icon.tsx'
import { Menu } from '../overlays/Menu.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { useUi } from '../UiProvider.tsx'

/** How many page links are shown by default. */
const SHOWN = 5

export type PaginationProps = {
  /** Starts at 1. */
  page: number
  perPage: number
  total: number
  onPage: (page: number) => void
  perPageChoices?: readonly number[]
  onPerPage?: (perPage: number) => void
  /** How many page links are shown. */
  pageLinks?: number
}

/** The footer of a list: which rows are shown, and links to other pages. */
export function Pagination(props: PaginationProps) {
  const { page, perPage, total, onPage, perPageChoices, onPerPage, pageLinks = SHOWN } = props
  const { words, locale } = useUi()
  const pages = Math.max(1, Math.ceil(total / perPage))
  const from = total === 0 ? 0 : (page - 1) * perPage + 1
  const to = Math.min(total, page * perPage)
  const number = new Intl.NumberFormat(locale)
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2 px-4 py-2 max-sm:pe-2 text-12 text-muted">
      <span className="tnum" aria-live="polite">
        {words.range(from, to, total)}
      </span>
      <div className="ms-auto flex items-center gap-2">
        {onPerPage && perPageChoices ? (
          <span className="max-sm:hidden">
            <Menu
              align="end"
              trigger={<ChipButton label={words.perPage(perPage)} />}
              items={perPageChoices.map(count => ({ label: words.perPage(count), onSelect: () => onPerPage(count) }))}
            />
          </span>
        ) : (
          <span className="max-sm:hidden">{words.perPage(perPage)}</span>
        )}
        <nav aria-label={words.pages} className="flex gap-0.5">
          <PageButton label={words.previousPage} disabled={page <= 1} onPress={() => onPage(page - 1)}>
            <Icon of={ChevronLeft} size={14} flip />
          </PageButton>
          {pageWindow(page, pages, pageLinks).map(one => (
            <PageButton key={one} label={words.page(one)} current={one === page} onPress={() => onPage(one)}>
              {number.format(one)}
            </PageButton>
          ))}
          <PageButton label={words.nextPage} disabled={page >= pages} onPress={() => onPage(page + 1)}>
            <Icon of={ChevronRight} size={14} flip />
          </PageButton>
        </nav>
      </div>
    </div>
  )
}

/** Shown while the number of rows is unknown. */
export function PaginationSkeleton() {
  return (
    <div className="flex min-h-11 items-center justify-between px-4 py-2">
      <Skeleton width="5rem" />
      <Skeleton width="8rem" />
    </div>
  )
}

/** The page numbers to show: at most `shown`, with the current one in the middle where possible. */
export function pageWindow(page: number, pages: number, shown: number): number[] {
  const start = Math.max(1, Math.min(page - Math.floor(shown / 2), pages - shown + 1))
  return Array.from({ length: Math.min(shown, pages) }, (_, index) => start + index)
}

type PageButtonProps = {
  label: string
  current?: boolean
  disabled?: boolean
  onPress: () => void
  children: ReactNode
}

function PageButton({ label, current, disabled, onPress, children }: PageButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      disabled={disabled}
      onClick={onPress}
      className={cx(
        'tnum grid h-7 min-w-7 place-items-center rounded-2 px-1 font-medium text-ink-2 hover:bg-hover disabled:text-disabled',
        'disabled:hover:bg-transparent max-sm:h-8',
        current && 'bg-neutral-soft text-ink hover:bg-neutral-soft',
      )}
    >
      {children}
    </button>
  )
}
