/** An A/B test in the wizard's state. It keeps the variants of both kinds, so the author can switch between them. */
import {
  AB_HOURS,
  AB_SHARE,
  AB_VARIANTS,
  type AbMetric,
  type AbPart,
  type AbTest,
} from '@notifly/contracts/campaigns/ab-tests'

export interface ContentVariant {
  /** Null: the variant has a body of its own. */
  template_uuid: string | null
  emailSubject: string
  emailBody: string
}

export interface TestChoice {
  isOn: boolean
  part: AbPart
  subjects: string[]
  contents: ContentVariant[]
  /** Percent of the audience; null while the field is incomplete. */
  share: number | null
  metric: AbMetric
  after_hours: number | null
}

export const EMPTY_CONTENT: ContentVariant = { template_uuid: null, emailSubject: '', emailBody: '' }

export function noTest(): TestChoice {
  return {
    isOn: false,
    part: 'subject',
    subjects: [],
    contents: [],
    share: AB_SHARE.usual,
    metric: 'opened',
    after_hours: AB_HOURS.usual,
  }
}

export function fromTest(test: AbTest | null | undefined): TestChoice {
  const choice = noTest()
  if (!test) return choice
  const { part = 'subject', variants = [], metric = 'opened' } = test
  const subjects = variants.map(variant => (typeof variant === 'string' ? variant : (variant.emailSubject ?? '')))
  const contents = variants.map(variant => {
    const { template_uuid = null, emailSubject = '', emailBody = '' } = typeof variant === 'string' ? {} : variant
    return { template_uuid, emailSubject, emailBody }
  })
  return {
    ...choice,
    isOn: true,
    part,
    metric,
    ...(part === 'subject' ? { subjects: padded(subjects, '') } : { contents: padded(contents, EMPTY_CONTENT) }),
    share: test.share === undefined ? choice.share : test.share,
    after_hours: test.after_hours === undefined ? choice.after_hours : test.after_hours,
  }
}

/** The test as the API takes it; null while it is off. */
export function toTest({ isOn, part, subjects, contents, share, metric, after_hours }: TestChoice): AbTest | null {
  return isOn ? { part, variants: part === 'subject' ? subjects : contents, share, metric, after_hours } : null
}

/**
 * Switches the test on, or to its other kind. Variant A starts with the campaign's own content; `subject` is the
 * campaign's or its template's. Variants written earlier are kept.
 */
export function startTest(choice: TestChoice, own: ContentVariant, subject: string): TestChoice {
  const { isOn, subjects, contents } = choice
  const isKept = subjects.length > 0 && (isOn || subject === '')
  return {
    ...choice,
    isOn: true,
    subjects: isKept ? subjects : padded([subject, ...subjects.slice(1)], ''),
    contents: contents.length > 0 ? contents : padded([own], EMPTY_CONTENT),
  }
}

/** Switches the test off. The campaign gets the subject of A, unless A has none. */
export function stopTest(choice: TestChoice, subject: string): { ab_test: TestChoice; emailSubject: string } {
  const { part, subjects, contents } = choice
  const first = (part === 'subject' ? subjects[0] : contents[0]?.emailSubject) ?? ''
  return { ab_test: { ...choice, isOn: false }, emailSubject: first.trim() === '' ? subject : first }
}

function padded<T>(list: T[], empty: T): T[] {
  return [...list, ...Array<T>(Math.max(0, AB_VARIANTS.least - list.length)).fill(empty)]
}

export function variantCount({ isOn, part, subjects, contents }: TestChoice): number {
  if (!isOn) return 0
  return part === 'subject' ? subjects.length : contents.length
}

/** A copy of the list with one entry moved. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

export function isContentTested({ isOn, part }: TestChoice): boolean {
  return isOn && part === 'content'
}
