import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { translateSentence } from '../../../../../locales/translate-sentence.ts'
import { Icon } from '../../../../../ui/layout/Icon.tsx'
import type { Applied } from './use-apply.ts'

/** What became of each template. */
export function AppliedList({ results }: { results: readonly Applied[] }) {
  const { t } = useTranslation('visual')
  if (results.length === 0) return null
  return (
    <ul aria-live="polite" className="max-h-64 divide-y divide-line overflow-y-auto rounded-2 border border-line">
      {results.map(({ uuid, name, version, problem }) => (
        <li key={uuid} className="flex items-start gap-2 px-3 py-2">
          <Icon
            of={problem ? CircleAlert : version === null ? Hourglass : CircleCheck}
            size={14}
            className={problem ? 'mt-0.5 text-danger-ink' : 'mt-0.5 text-success-ink'}
          />
          <span className="min-w-0 flex-1 wrap-anywhere">
            <bdi className="font-medium">{name}</bdi>
            <span className="block text-12 text-muted">
              {problem
                ? translateSentence(problem)
                : version === null
                  ? t('saved.waiting')
                  : t('saved.written', { version })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
