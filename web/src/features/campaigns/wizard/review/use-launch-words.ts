import { useTranslation } from 'react-i18next'
import { useWizard } from '../state/wizard-context.ts'
import { useWhenWords } from '../when/use-when-words.ts'

/** What the launch does, on its button and on the one that confirms it. */
export function useLaunchWords(): { launch: string; confirm: string } {
  const wizard = useWizard()
  const { t } = useTranslation('campaigns')
  const { isNow, isBegin, short } = useWhenWords()
  const count = wizard.estimate.data?.recipients ?? 0
  if (wizard.mode === 'edit') return { launch: t('wizard.saveChanges'), confirm: t('wizard.saveChanges') }
  if (isNow)
    return {
      launch: count === 0 ? t('wizard.sendNow') : t('wizard.sendToNow', { count }),
      confirm: t('wizard.sendNow'),
    }
  const launch =
    short === null ? t('wizard.schedule') : t(isBegin ? 'wizard.scheduleFrom' : 'wizard.scheduleFor', { when: short })
  return { launch, confirm: launch }
}
