import { useMemo } from 'react'
import { type CompleteContent, useContent } from '../use-content.ts'
import type { CampaignValues } from '../values.ts'
import { EMPTY_CONTENT, variantCount } from './test-choice.ts'

/** What each variant of the test says, as it would be sent; none while the test is off. */
export function useVariants(values: CampaignValues): readonly CompleteContent[] {
  const { ab_test: test } = values
  const count = variantCount(test)
  // Four at most, and always as many calls: hooks know no loops.
  const first = useContent(wordsOf(values, 0))
  const second = useContent(wordsOf(values, 1))
  const third = useContent(wordsOf(values, 2))
  const fourth = useContent(wordsOf(values, 3))
  return useMemo(() => {
    const contents = [first, second, third, fourth].slice(0, count)
    if (test.part === 'content') {
      return contents.map(content =>
        content.subject.trim() === '' ? { ...content, subject: values.emailSubject } : content,
      )
    }
    // A test of subjects sends exactly these; no template's takes the place of an empty one.
    return contents.map((content, index) => ({ ...content, subject: test.subjects[index] ?? '' }))
  }, [first, second, third, fourth, count, test.part, test.subjects, values.emailSubject])
}

/** A variant without a subject has its template's, and without that the campaign's. */
function wordsOf(values: CampaignValues, index: number) {
  const { ab_test: test, preheader, emailSubject, emailBody, template_uuid } = values
  if (!test.isOn || test.part === 'subject') return { preheader, emailSubject, emailBody, template_uuid }
  const variant = test.contents[index] ?? EMPTY_CONTENT
  return { ...variant, preheader }
}
