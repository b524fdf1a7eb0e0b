import { variantLetter } from '@notifly/contracts/campaigns/ab-tests'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../../components/display/use-display.ts'
import { type KeyValue, KeyValues } from '../../../../ui/layout/KeyValues.tsx'
import { useWizard } from '../state/wizard-context.ts'
import { isContentTested } from '../ab-test/test-choice.ts'
import { ContentText, useOutlineRows } from '../what/use-outline-rows.tsx'
import { useTestWords } from '../ab-test/use-test-words.ts'

/** The review's lines about the mail. */
export function EmailReview() {
  const { t } = useTranslation(['campaigns', 'messages'])
  const test = useTestRows()
  const { list } = useDisplay()
  const { values, content } = useWizard()
  const files = values.attachments.map(file => file.filename)
  const outline = useOutlineRows()
  const rows: (KeyValue | false)[] = [
    outline.sender,
    outline.replyTo,
    ...test,
    test.length === 0 && { id: 'subject', label: t('what.subject'), value: <ContentText text={content.subject} /> },
    { id: 'preheader', label: t('what.preheader'), value: <ContentText text={content.preheader} /> },
    !isContentTested(values.ab_test) &&
      content.templateName !== null && {
        id: 'template',
        label: t('what.template'),
        value: <ContentText text={content.templateName} />,
      },
    outline.link,
    files.length > 0 && {
      id: 'files',
      label: t('review.files', { count: files.length }),
      value: list(files),
    },
  ]
  return <KeyValues texts items={rows.filter(row => row !== false)} />
}

/** The review's lines about the A/B test: its plan, then the content of each variant. Empty while the test is off. */
function useTestRows(): KeyValue[] {
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
