import { useTranslation } from 'react-i18next'
import { DayButton } from '../../../components/display/DayButton.tsx'
import { useBuilder } from './builder.ts'

export interface DayFieldProps {
  label: string
  value: string | null
  onChange: (day: string) => void
}

/** A day of the calendar in a rule. */
export function DayField(props: DayFieldProps) {
  const { t } = useTranslation('segments')
  const { today } = useBuilder()
  return <DayButton {...props} today={today} placeholder={t('builder.chooseDay')} />
}
