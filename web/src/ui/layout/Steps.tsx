import { Check } from 'lucide-react'
import { cx } from '../cx.ts'
import { Icon } from './Icon.tsx'
import { useUi } from '../UiProvider.tsx'

export type Step = { id: string; label: string; done?: boolean; disabled?: boolean }

export type StepsProps = {
  steps: readonly Step[]
  current: string
  /** Called with a step that may be visited. */
  onSelect?: (id: string) => void
}

/** The steps of a wizard. On a phone only the current step shows its label. */
export function Steps({ steps, current, onSelect }: StepsProps) {
  const { words, locale } = useUi()
  return (
    <ol aria-label={words.steps} className="flex items-center gap-2">
      {steps.map((step, index) => {
        const isCurrent = step.id === current
        const face = (
          <>
            <span
              className={cx(
                'tnum grid size-5 shrink-0 place-items-center rounded-full border text-11 leading-none',
                isCurrent
                  ? 'border-accent bg-accent text-inverse'
                  : step.done
                    ? 'border-transparent bg-success-soft text-success-ink'
                    : 'border-line-control',
              )}
            >
              {step.done && !isCurrent ? (
                <Icon of={Check} size={12} />
              ) : (
                new Intl.NumberFormat(locale).format(index + 1)
              )}
            </span>
            <span className={cx(!isCurrent && 'max-sm:sr-only')}>{step.label}</span>
            {step.done && <span className="sr-only">({words.stepDone})</span>}
          </>
        )
        const className = cx(
          'flex items-center gap-2 rounded-1 font-medium whitespace-nowrap',
          isCurrent ? 'text-ink' : 'text-muted',
        )
        return (
          <li
            key={step.id}
            aria-current={isCurrent ? 'step' : undefined}
            className="flex items-center gap-2 not-first:before:h-px not-first:before:w-6 not-first:before:bg-line-strong max-sm:not-first:before:w-3"
          >
            {onSelect && !step.disabled && !isCurrent ? (
              <button type="button" onClick={() => onSelect(step.id)} className={cx(className, 'hover:text-ink')}>
                {face}
              </button>
            ) : (
              <span className={className}>{face}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
