import { variantLetter } from '@notifly/contracts/campaigns/ab-tests'
import { useTranslation } from 'react-i18next'
import type { KeyValue } from '../../../../ui/layout/KeyValues.tsx'
import { useWizard } from '../state/wizard-context.ts'
import { useTestWords } from './use-test-words.ts'

/** The test as lines of the review: its plan, then what each variant says. None while it is off. */
export function useTestRows(): KeyValue[] {
  const { t } = useTranslation('ab-test')
  const { values, contents } = useWizard()
  const { ab_test: test } = values
  const words = useTestWords()
  if (!test.isOn) return []
  const sentence = words === undefined ? t('incomplete') : [words.plan, words.then, words.split].join(' ')
  return [
    { id: 'test', label: t('title'), value: sentence },
    ...contents.map(({ subject, templateName }, index) => ({
      id: `variant-${index}`,
      label: t('variant', { letter: variantLetter(index + 1) }),
      value: (
        <>
          <bdi>{subject.trim() === '' ? '–' : subject}</bdi>
          {test.part === 'content' && templateName && (
            <span className="block text-12 text-muted">
              <bdi>{templateName}</bdi>
            </span>
          )}
        </>
      ),
    })),
  ]
}
