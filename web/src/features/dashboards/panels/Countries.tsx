import type { SmsCountry, SmsDashboard } from '@notifly/contracts/dashboards/sms'
import { useTranslation } from 'react-i18next'
import { useCallingCodes } from '../../../components/display/use-calling-codes.ts'
import { HANDED_OVER_FILTER } from '../../../components/display/shares.ts'
import { useFigureLink } from '../view.ts'
import { CostTable } from './CostTable.tsx'
import { LinkedNumber } from './LinkedNumber.tsx'

const SHOWN = 8

/** Text messages by the country of their numbers: what was billed, and what that costs. */
export function Countries({ data: { countries, currency, section_1 } }: { data: SmsDashboard }) {
  const { t } = useTranslation('dashboards')
  const figureLink = useFigureLink()
  const { nameOf } = useCallingCodes()
  return (
    <CostTable<SmsCountry>
      panel="countries"
      rows={countries.is_loaded ? countries.data.slice(0, SHOWN) : undefined}
      currency={currency}
      total={section_1.data.cost}
      rowId={row => row.calling_code}
      columns={[
        {
          id: 'country',
          header: t('columns.country'),
          skeleton: 'name',
          cell: ({ calling_code: code }) =>
            code === '' ? (
              t('countries.unknown')
            ) : (
              <span className="font-medium">
                {nameOf(code)} <bdi className="font-regular text-muted">+{code}</bdi>
              </span>
            ),
        },
        {
          id: 'segments',
          header: t('columns.segments'),
          definition: t('define.segments'),
          align: 'end',
          skeleton: 'number',
          cell: ({ calling_code: code, segments }) => (
            <LinkedNumber
              className="tnum"
              value={segments}
              // No code begins with another one.
              href={figureLink({ status: HANDED_OVER_FILTER, ...(code !== '' && { search: `+${code}` }) })}
            />
          ),
        },
      ]}
    />
  )
}
