import type { Problem } from '@notifly/contracts/templates/templates'
import { OctagonAlert, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { problemLine } from '../../../../components/email/problem-words.ts'
import { usePlaceName } from '../../../../components/web-push/use-place-name.ts'
import { Icon } from '../../../../ui/layout/Icon.tsx'

/** What is wrong with a notification, each with its field, errors first. */
export function PushProblems({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation('templates')
  const placeName = usePlaceName()
  const isError = ({ severity }: Problem) => severity === 'error'
  const sorted = [...problems.filter(isError), ...problems.filter(problem => !isError(problem))]
  return (
    <div aria-live="polite" className="empty:hidden">
      {sorted.length > 0 && (
        <ul aria-label={t('problems.title')} className="rounded-3 border border-line bg-surface">
          {sorted.map(problem => (
            <li
              key={`${problem.place}.${problem.line}.${problem.column}.${problem.code}`}
              className="flex items-start gap-2.5 px-4 py-2 not-first:border-t not-first:border-line"
            >
              <Icon
                of={isError(problem) ? OctagonAlert : TriangleAlert}
                size={14}
                className={`mt-[3px] ${isError(problem) ? 'text-danger-ink' : 'text-warning-ink'}`}
              />
              <p className="min-w-0 flex-1 wrap-anywhere">
                <span className="sr-only">{t(isError(problem) ? 'problems.error' : 'problems.warning')} </span>
                {problemLine(t, problem)}
              </p>
              <span className="shrink-0 text-12 text-muted">{placeName(problem.place ?? '')}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
