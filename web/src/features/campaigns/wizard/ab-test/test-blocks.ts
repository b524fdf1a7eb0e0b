/** What an A/B test still lacks. */
import type { Schedule } from '@notifly/contracts/campaigns/campaigns'
import { isHours, isShare, type TestChoice, variantCount } from './test-choice.ts'

const DAY_SECONDS = 86_400

export type TestPart = 'variants' | 'twins' | 'share' | 'hours' | 'tooFew' | 'clocks'

export interface TestFacts {
  test: TestChoice
  contents: readonly { subject: string; html: string; isLoading: boolean }[]
  schedule: Schedule
  /** Undefined while they are not counted. */
  recipients: number | undefined
}

export interface TestBlock {
  part: TestPart
  step: 'what' | 'who' | 'when'
  count?: number
}

export function testBlocks({ test, contents, schedule, recipients }: TestFacts): TestBlock[] {
  if (!test.isOn) return []
  const loaded = contents.filter(content => !content.isLoading)
  const isOfSubjects = test.part === 'subject'
  const isEmpty = ({ subject, html }: { subject: string; html: string }) =>
    subject.trim() === '' || (!isOfSubjects && html.trim() === '')
  const empty = loaded.filter(isEmpty).length
  const words = loaded
    .filter(content => !isEmpty(content))
    .map(({ subject, html }) => (isOfSubjects ? subject.trim() : `${subject.trim()}\n${html}`))
  const count = variantCount(test)
  const found: (TestBlock | false)[] = [
    empty > 0 && { part: 'variants', step: 'what', count: empty },
    new Set(words).size < words.length && { part: 'twins', step: 'what' },
    !isShare(test.share) && { part: 'share', step: 'what' },
    !isHours(test.after_hours) && { part: 'hours', step: 'what' },
    recipients !== undefined && recipients > 0 && recipients < count && { part: 'tooFew', step: 'who', count },
    isOnTheirClock(schedule) && { part: 'clocks', step: 'when' },
  ]
  return found.filter(block => block !== false)
}

/** Each recipient at a time of their own: then nothing can be compared. */
export function isOnTheirClock({ message_type: type, campaign_start_date: start, advanced }: Schedule): boolean {
  const isNow = type.type === 1 && !type.date && start.type === 1
  const isWithinDay = type.type === 3 && (type.interval ?? DAY_SECONDS) < DAY_SECONDS
  return start.type === 2 || (!isNow && !isWithinDay && advanced?.delivery_in_users_timezone !== false)
}
