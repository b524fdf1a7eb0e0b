import { useMemo } from 'react'
import { type CompleteContent, useMailContent } from '../state/use-content.ts'
import type { CampaignValues } from '../state/values.ts'
import { EMPTY_CONTENT, variantCount } from './test-choice.ts'

/** Each variant of the test as it would be sent; empty while the test is off. */
export function useVariants(values: CampaignValues): readonly CompleteContent[] {
  const { ab_test: test } = values
  const count = variantCount(test)
  // Hooks can't be called in a loop, so this always makes four calls, the maximum number of variants.
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
    // A subject test sends exactly these subjects; an empty one is not replaced by the template's.
    return contents.map((content, index) => withSubject(content, test.subjects[index] ?? ''))
  }, [first, second, third, fourth, count, test.part, test.subjects, values.emailSubject])
}

function withSubject(content: CompleteContent, subject: string): CompleteContent {
  return { ...content, subject, title: subject }
}

/** The content of one variant. The preheader is always the campaign's. */
function wordsOf(values: CampaignValues, index: number) {
  const { ab_test: test, preheader, emailSubject, emailBody, template_uuid } = values
  if (!test.isOn || test.part === 'subject') return { preheader, emailSubject, emailBody, template_uuid }
  const variant = test.contents[index] ?? EMPTY_CONTENT
  return { ...variant, preheader }
}
