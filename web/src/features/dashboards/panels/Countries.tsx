import type { SmsCountry, SmsDashboard } from '@notifly/contracts/dashboards/sms'
import { useTranslation } from 'react-i18next'
import { useCallingCodes } from '../../../components/display/use-calling-codes.ts'
import { HANDED_OVER_FILTER } from '../../../components/display/shares.ts'
import { useDoor } from '../view.ts'
import { CostTable } from './CostTable.tsx'
import { DoorNumber } from './DoorNumber.tsx'

const SHOWN = 8

/** Text messages by the country of their numbers: what was billed, and what that costs. */
export function Countries({ data: { countries, currency, section_1 } }: { data: SmsDashboard }) {
  const { t } = useTranslation('dashboards')
  const door = useDoor()
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
          ghost: 'name',
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
          ghost: 'number',
          cell: ({ calling_code: code, segments }) => (
            <DoorNumber
              className="tnum"
              value={segments}
              // No code begins with another one.
              href={door({ status: HANDED_OVER_FILTER, ...(code !== '' && { search: `+${code}` }) })}
            />
          ),
        },
      ]}
    />
  )
}
