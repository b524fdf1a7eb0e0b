import { cx } from '../cx.ts'
import { useUi } from '../UiProvider.tsx'

export type ProgressTone = 'accent' | 'accent-soft' | 'success' | 'warning' | 'danger' | 'neutral' | 'rest'

export const progressTones: Record<ProgressTone, string> = {
  accent: 'bg-accent',
  'accent-soft': 'bg-accent-line',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
  neutral: 'bg-chart-prev',
  rest: 'bg-chart-rest',
}

export type ProgressSegment = {
  /** Share of the whole bar, 0 to 1. */
  share: number
  tone?: ProgressTone
}

export type ProgressBarProps = {
  segments: readonly ProgressSegment[]
  label: string
  /** Read aloud instead of the percentage, such as "31,482 of 46,336 sent". */
  valueText?: string | undefined
  size?: 'thin' | 'normal' | 'tall'
  /** The bar shows a share (role meter), not progress. */
  meter?: boolean
  className?: string
}

const heights = { thin: 'h-1 rounded-[2px]', normal: 'h-1.5 rounded-[3px]', tall: 'h-2 rounded-[4px]' }

/** Progress in one or several tones. Segments follow one another; the rest is the empty track. */
export function ProgressBar({ segments, label, valueText, size = 'normal', meter, className }: ProgressBarProps) {
  const { locale } = useUi()
  const share = Math.min(
    1,
    segments.reduce((sum, segment) => sum + segment.share, 0),
  )
  const percent = Math.round(share * 100)
  return (
    <div
      role={meter ? 'meter' : 'progressbar'}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={valueText ?? new Intl.NumberFormat(locale, { style: 'percent' }).format(share)}
      className={cx('flex w-full gap-px overflow-hidden bg-neutral-soft', heights[size], className)}
    >
      {segments.map((segment, index) => (
        <span
          // Keyed by index: segments have no other identity.
          key={index}
          className={cx(
            'block h-full transition-[inline-size] duration-(--mo-slow) ease-linear',
            progressTones[segment.tone ?? 'accent'],
          )}
          style={{ inlineSize: `${Math.max(0, Math.min(1, segment.share)) * 100}%` }}
        />
      ))}
    </div>
  )
}
