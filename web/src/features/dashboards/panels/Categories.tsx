import type { CategoryCosts, WhatsappDashboard } from '@notifly/contracts/dashboards/whatsapp'
import { useTranslation } from 'react-i18next'
import { deliveredOf } from '../recipient-filters.ts'
import { useFigureLink } from '../view.ts'
import { CostTable } from './CostTable.tsx'
import { LinkedNumber } from './LinkedNumber.tsx'

/** WhatsApp by the category that it bills: what was delivered, and what that costs. */
export function Categories({ data: { categories, currency, section_1, totals } }: { data: WhatsappDashboard }) {
  const { t } = useTranslation(['dashboards', 'whatsapp'])
  const figureLink = useFigureLink()
  return (
    <CostTable<CategoryCosts>
      panel="categories"
      rows={categories.is_loaded ? categories.data : undefined}
      currency={currency}
      total={section_1.data.cost}
      rowId={row => row.category ?? ''}
      columns={[
        {
          id: 'category',
          header: t('columns.category'),
          cell: ({ category }) => (
            <span className="font-medium">
              {category === null ? t('categories.unknown') : t(`whatsapp:category.${category}`)}
            </span>
          ),
        },
        {
          id: 'delivered',
          header: t('cards.delivered'),
          definition: t('define.delivered'),
          align: 'end',
          skeleton: 'number',
          cell: row => (
            <LinkedNumber className="tnum" value={row.delivered} href={figureLink(deliveredOf(totals.data))} />
          ),
        },
      ]}
    />
  )
}
