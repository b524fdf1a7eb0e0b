import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSlug } from '../../../../components/navigation/use-pages.ts'
import { paths } from '../../../../paths.ts'
import { buttonClass } from '../../../../ui/controls/button-style.ts'
import { LoadingNote, Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { Icon } from '../../../../ui/layout/Icon.tsx'
import { Link } from '../../../../ui/layout/Link.tsx'
import { PreviewAsideSlot } from './PreviewAside.tsx'

export interface WizardFrameProps {
  bar: ReactNode
  summary: ReactNode
  foot: ReactNode
  /** Label of the middle column. Each step starts at the top of it and moves the focus there. */
  step?: string
  children: ReactNode
}

/** The wizard's layout: top bar, the step beside the summary, and footer. Only the middle scrolls. */
export function WizardFrame({ bar, summary, foot, step, children }: WizardFrameProps) {
  const main = useRef<HTMLElement>(null)
  const aside = useRef<HTMLElement>(null)
  useStickyTop(aside)
  const [beside, setBeside] = useState<HTMLElement | null>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    main.current?.focus({ preventScroll: true })
    main.current?.closest('[data-scroller]')?.scrollTo({ top: 0 })
  }, [step])
  return (
    <div className="flex h-full flex-col">
      <div className="shrink-0 border-b border-line bg-surface">{bar}</div>
      {/* Positioned, so that content for screen readers scrolls along instead of lengthening the page. */}
      <div data-scroller className="relative min-h-0 flex-1 overflow-y-auto sm:[scrollbar-gutter:stable_both-edges]">
        <div className="mx-auto grid w-full max-w-280 items-start gap-8 px-8 py-6 max-sm:px-4 max-sm:py-4 md:grid-cols-[minmax(0,1fr)_19rem] lg:grid-cols-[minmax(0,1fr)_var(--w-aside)]">
          <main id="main" ref={main} tabIndex={-1} aria-label={step} className="min-w-0 outline-none">
            <PreviewAsideSlot value={beside}>{children}</PreviewAsideSlot>
          </main>
          <aside ref={aside} className="sticky top-6 flex min-w-0 flex-col gap-4 max-md:hidden">
            {summary}
            <div ref={setBeside} className="shrink-0 empty:hidden" />
          </aside>
        </div>
      </div>
      <div data-foot className="shrink-0 border-t border-line bg-surface">
        {foot}
      </div>
    </div>
  )
}

/** Shown while the draft loads. */
export function WizardSkeleton() {
  return (
    <WizardFrame
      bar={<BarSkeleton />}
      summary={<Skeleton height="24rem" className="rounded-3!" />}
      foot={<div className="h-14" />}
    >
      <LoadingNote />
      <div className="flex flex-col gap-6">
        <Skeleton height="10rem" className="rounded-3!" />
        <Skeleton height="10rem" className="rounded-3!" />
      </div>
    </WizardFrame>
  )
}

function BarSkeleton() {
  const { t } = useTranslation('campaigns')
  const slug = useSlug()
  return (
    <header className="flex h-14 items-center gap-2 px-6 max-sm:px-3">
      <Link
        tone="plain"
        href={paths.campaigns(slug)}
        aria-label={t('wizard.leave')}
        title={t('wizard.leave')}
        className={buttonClass({ variant: 'ghost', square: true })}
      >
        <Icon of={X} size={14} />
      </Link>
      <Skeleton width="10rem" />
    </header>
  )
}

const GAP_PX = 24

/**
 * Keeps a column in sight while its neighbour scrolls: sticks at its top, or at its end if it is taller than the
 * window.
 */
function useStickyTop(column: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = column.current
    const scroller = element?.closest('[data-scroller]')
    if (!element || !scroller) return
    const place = () => {
      const room = scroller.clientHeight - element.offsetHeight - GAP_PX
      element.style.top = `${Math.min(GAP_PX, room)}px`
    }
    const observer = new ResizeObserver(place)
    observer.observe(element)
    observer.observe(scroller)
    return () => observer.disconnect()
  }, [column])
}
