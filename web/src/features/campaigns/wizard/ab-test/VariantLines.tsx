import { useTranslation } from 'react-i18next'
import { VariantMark } from '../../../../components/runs/VariantMark.tsx'
import { useWizard } from '../state/wizard-context.ts'

/** The variants in the summary: letter and subject of each. */
export function VariantLines() {
  const { contents, values } = useWizard()
  const { t } = useTranslation('ab-test')
  const isOfContents = values.ab_test.part === 'content'
  return (
    <ul className="mb-2 flex flex-col gap-1.5">
      {contents.map(({ subject, templateName }, index) => (
        // Keyed by index: a variant is identified by its position.
        <li key={index} className="flex items-start gap-2">
          <VariantMark no={index + 1} />
          <div className="min-w-0 flex-1 leading-6">
            <p className="truncate font-medium" title={subject}>
              {subject.trim() === '' ? <span className="text-muted">{t('noSubject')}</span> : <bdi>{subject}</bdi>}
            </p>
            {isOfContents && templateName && (
              <p className="truncate text-12 leading-4 text-muted">
                <bdi>{templateName}</bdi>
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
