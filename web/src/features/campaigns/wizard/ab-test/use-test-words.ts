import { splitAudience, variantLetter } from '@notifly/contracts/campaigns/ab-tests'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../../components/display/use-display.ts'
import { useWizard } from '../state/wizard-context.ts'
import { variantCount } from './test-choice.ts'

/** Describes the test in sentences; undefined while it is off or incomplete. */
export function useTestWords() {
  const { values, estimate, errorAt } = useWizard()
  const { ab_test: test } = values
  const { t } = useTranslation('ab-test')
  const { number, wholePercent, list } = useDisplay()
  const count = variantCount(test)
  const { share, after_hours: hours } = test
  const isWrong = (errorAt('ab_test.share', true) ?? errorAt('ab_test.after_hours', true)) !== undefined
  if (count === 0 || share === null || hours === null || isWrong) return undefined
  const recipients = estimate.data?.recipients
  const plan = t(`plan.${test.part}`, { count, share: wholePercent(share / 100) })
  const then = t(`then.${test.metric}`, { count: hours })
  return {
    plan,
    then,
    split: recipients === undefined || recipients < count ? undefined : splitWords(recipients, share),
  }

  function splitWords(people: number, part: number): string {
    const { groups, rest } = splitAudience(people, count, part)
    const least = Math.min(...groups)
    const isEven = groups.every(group => group === least)
    const each = list(groups.map((group, index) => `${variantLetter(index + 1)}: ${number(group)}`))
    const tested = isEven ? t('split.each', { count: least }) : each
    return t('split.all', { tested, count: rest })
  }
}
