import { CalendarDays, ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DayRangePicker, type GivenDays } from '../../../components/display/DayRangePicker.tsx'
import { useDayWords } from '../../../components/display/use-day-words.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { CompareButton } from '../CompareButton.tsx'
import { SummaryMenu } from './SummaryMenu.tsx'

interface DashboardActionsProps {
  days: GivenDays
  compare: 'false' | undefined
  onChange: (change: Partial<GivenDays> & { compare?: 'false' | undefined }) => void
}

/** Summaries by mail, the days of all cards, and whether these are compared with the days before. */
export function DashboardActions({ days, compare, onChange }: DashboardActionsProps) {
  const { t } = useTranslation('engagement')
  const words = useDayWords()
  return (
    <>
      <SummaryMenu />
      <CompareButton
        label={t('compare')}
        isCompared={compare === undefined}
        onCompare={isCompared => onChange({ compare: isCompared ? undefined : 'false' })}
      />
      <DayRangePicker
        align="end"
        label={t('days')}
        days={days}
        onDays={onChange}
        trigger={range => (
          <Button icon={CalendarDays} iconEnd={ChevronDown} className="tnum">
            {words.range(range)}
          </Button>
        )}
      />
    </>
  )
}
