import { useMemo } from 'react'
import { type CompleteContent, useMailContent } from '../state/use-content.ts'
import type { CampaignValues } from '../state/values.ts'
import { EMPTY_CONTENT, variantCount } from './test-choice.ts'

/** What each variant of the test says, as it would be sent; none while the test is off. */
export function useVariants(values: CampaignValues): readonly CompleteContent[] {
  const { ab_test: test } = values
  const count = variantCount(test)
  // Four at most, and always as many calls: hooks know no loops.
  const first = useMailContent(wordsOf(values, 0))
  const second = useMailContent(wordsOf(values, 1))
  const third = useMailContent(wordsOf(values, 2))
  const fourth = useMailContent(wordsOf(values, 3))
  return useMemo(() => {
    const contents = [first, second, third, fourth].slice(0, count)
    if (test.part === 'content') {
      return contents.map(content =>
        content.subject.trim() === '' ? withSubject(content, values.emailSubject) : content,
      )
    }
    // A test of subjects sends exactly these; no template's takes the place of an empty one.
    return contents.map((content, index) => withSubject(content, test.subjects[index] ?? ''))
  }, [first, second, third, fourth, count, test.part, test.subjects, values.emailSubject])
}

function withSubject(content: CompleteContent, subject: string): CompleteContent {
  return { ...content, subject, title: subject }
}

/** A variant without a subject has its template's, and without that the campaign's. */
function wordsOf(values: CampaignValues, index: number) {
  const { ab_test: test, preheader, emailSubject, emailBody, template_uuid } = values
  if (!test.isOn || test.part === 'subject') return { preheader, emailSubject, emailBody, template_uuid }
  const variant = test.contents[index] ?? EMPTY_CONTENT
  return { ...variant, preheader }
}
