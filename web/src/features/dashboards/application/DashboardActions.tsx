import { CalendarDays, ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DayRangePicker, type GivenDays } from '../../../components/display/DayRangePicker.tsx'
import { useDayWords } from '../../../components/display/use-day-words.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { SummaryMenu } from './SummaryMenu.tsx'

/** Summaries by mail, and the days of all cards. */
export function DashboardActions({ days, onDays }: { days: GivenDays; onDays: (days: GivenDays) => void }) {
  const { t } = useTranslation('engagement')
  const words = useDayWords()
  return (
    <>
      <SummaryMenu />
      <DayRangePicker
        align="end"
        label={t('days')}
        days={days}
        onDays={onDays}
        trigger={range => (
          <Button icon={CalendarDays} iconEnd={ChevronDown} className="tnum">
            {words.range(range)}
          </Button>
        )}
      />
    </>
  )
}
