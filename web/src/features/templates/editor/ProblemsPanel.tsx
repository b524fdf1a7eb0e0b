import type { Problem } from '@notifly/contracts/templates/templates'
import {
  Braces,
  ChevronDown,
  CircleCheck,
  ImageOff,
  Link2Off,
  OctagonAlert,
  Scissors,
  TriangleAlert,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../components/display/use-display.ts'
import { Badge } from '../../../ui/layout/Badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/layout/Icon.tsx'
import { problemWords } from '../../../components/email/problem-words.ts'
import { fixOf } from './problem-fixes.ts'
import { rowClass } from './row-class.ts'

/** What Gmail shows of a mail before it hides the rest. */
export const CLIP_BYTES = 102 * 1024

const icons: Record<string, LucideIcon> = {
  unknown_field: Braces,
  unknown_filter: Braces,
  image_without_alt: ImageOff,
  image_without_source: ImageOff,
  image_without_value: ImageOff,
  missing_unsubscribe: Link2Off,
  too_large: Scissors,
}

export interface ProblemsPanelProps {
  /** Undefined until they are known. */
  problems: readonly Problem[] | undefined
  /** Of the rendered mail; undefined until it was rendered. */
  sizeBytes: number | undefined
  /** Absent where the text is not on the screen. */
  onGoTo?: (problem: Problem) => void
  /** Mends a problem by changing the text; absent where it cannot be changed. */
  onMend?: (problem: Problem) => void
  /** Whether that can be; all that have a remedy by default. */
  mayMend?: (problem: Problem) => boolean
  /** In place of part and line: what the thing is called. */
  placeOf?: (problem: Problem) => string | undefined
  /** Whether its rows show at first. */
  startsOpen?: boolean
  /** Further groups, below what is wrong. */
  children?: ReactNode
}

/** Everything that is wrong, most serious first; a row leads to its place. Its height stays, so that the text above it does. */
export function ProblemsPanel(props: ProblemsPanelProps) {
  const { problems, sizeBytes, onGoTo, onMend, mayMend, placeOf, startsOpen = true, children } = props
  const { t } = useTranslation('templates')
  const [open, setOpen] = useState(startsOpen)
  const known = problems ?? []
  const errors = known.filter(problem => problem.severity === 'error')
  const warnings = known.filter(problem => problem.severity === 'warning')
  const hasRows = known.length > 0 || sizeBytes !== undefined || children !== undefined
  const head = 'flex min-h-9 w-full shrink-0 items-center gap-2 px-4 text-start'
  const facts = (
    <>
      <span className="font-semibold">{t('problems.title')}</span>
      {errors.length > 0 && <Badge type="danger">{t('problems.errors', { count: errors.length })}</Badge>}
      {warnings.length > 0 && <Badge type="mellow">{t('problems.warnings', { count: warnings.length })}</Badge>}
      {!problems && <span className="text-12 text-muted">{t('problems.unchecked')}</span>}
      {problems?.length === 0 && (
        <span className="flex items-center gap-1 text-12 text-success-ink">
          <Icon of={CircleCheck} size={14} />
          {t('problems.none')}
        </span>
      )}
    </>
  )
  return (
    <section aria-label={t('problems.title')} className="flex shrink-0 flex-col border-t border-line bg-surface">
      {hasRows ? (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className={cx(head, 'outline-offset-[-2px] hover:bg-hover')}
        >
          {facts}
          <Icon of={ChevronDown} className={cx('ms-auto text-muted', !open && 'rotate-180')} />
        </button>
      ) : (
        <div className={head}>{facts}</div>
      )}
      {open && hasRows && (
        <div className="relative h-36 max-h-[25vh] overflow-y-auto max-sm:h-[40vh] max-sm:max-h-none">
          <ul>
            {[...errors, ...warnings].map(problem => (
              <Row
                key={`${problem.part}.${problem.line}.${problem.column}.${problem.code}`}
                problem={problem}
                onGoTo={onGoTo}
                onMend={mayMend?.(problem) === false ? undefined : onMend}
                place={placeOf?.(problem)}
              />
            ))}
            {sizeBytes !== undefined && <Weight sizeBytes={sizeBytes} />}
          </ul>
          {children}
        </div>
      )}
    </section>
  )
}

interface RowProps {
  onGoTo: ProblemsPanelProps['onGoTo']
  onMend: ProblemsPanelProps['onMend']
  problem: Problem
  place: string | undefined
}

function Row({ problem, place: named, onGoTo, onMend }: RowProps) {
  const { t } = useTranslation('templates')
  const { title, text } = problemWords(t, problem)
  const isError = problem.severity === 'error'
  const remedy = fixOf(problem)
  const place = named ?? t('problems.place', { part: t(`parts.${problem.part}`), line: problem.line })
  return (
    <li className={rowClass}>
      <Icon
        of={icons[problem.code] ?? (isError ? OctagonAlert : TriangleAlert)}
        className={isError ? 'text-danger-ink' : 'text-warning-ink'}
      />
      <p className="min-w-0">
        <span className="sr-only">{t(isError ? 'problems.error' : 'problems.warning')} </span>
        <b className="font-medium wrap-anywhere">{title}</b> <span className="text-ink-2 wrap-anywhere">{text}</span>
      </p>
      <div className="flex flex-col items-end gap-0.5 lg:contents">
        {onGoTo ? (
          <button
            type="button"
            onClick={() => onGoTo(problem)}
            title={named}
            className="tnum max-w-40 truncate max-sm:max-w-28 text-start text-12 text-muted underline-offset-3 hover:text-accent-ink hover:underline"
          >
            {place}
          </button>
        ) : (
          <span className="tnum max-w-40 truncate max-sm:max-w-28 text-12 text-muted">{place}</span>
        )}
        {remedy && onMend && (
          <button
            type="button"
            onClick={() => onMend(problem)}
            className="text-end text-12 font-medium whitespace-nowrap text-accent-ink underline-offset-3 hover:underline"
          >
            {t(`problems.remedies.${remedy}`)}
          </button>
        )}
      </div>
    </li>
  )
}

function Weight({ sizeBytes }: { sizeBytes: number }) {
  const { t } = useTranslation('templates')
  const { number } = useDisplay()
  const isHeavy = sizeBytes > CLIP_BYTES
  const size = number(Math.ceil(sizeBytes / 1024))
  const limit = number(CLIP_BYTES / 1024)
  return (
    <li className={rowClass}>
      <Icon of={Scissors} className={isHeavy ? 'text-warning-ink' : 'text-muted'} />
      <p className="tnum min-w-0">
        <b className="font-medium">{t('weight.title', { size, limit })}</b>{' '}
        <span className="text-ink-2">{t('weight.text')}</span>
      </p>
      <span className="text-12 whitespace-nowrap text-muted max-lg:hidden">{t('weight.whole')}</span>
      <span className={cx('text-end text-12', isHeavy ? 'text-warning-ink' : 'text-success-ink')}>
        {isHeavy ? t('weight.heavy') : t('weight.fine')}
      </span>
    </li>
  )
}
