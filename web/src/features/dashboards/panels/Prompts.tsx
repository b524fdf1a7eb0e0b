import type { PromptSubscriptions, WebpushDashboard } from '@notifly/contracts/dashboards/push'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'
import { usePeopleLink } from '../view.ts'
import { CsvButton } from './CsvButton.tsx'
import { LinkedNumber } from './LinkedNumber.tsx'
import { LoadFailure } from './LoadFailure.tsx'

/** Which prompt of the site brought browsers, and whether they stayed. */
export function Prompts({ prompts: { data, is_loaded } }: { prompts: WebpushDashboard['prompts'] }) {
  const { t } = useTranslation('dashboards')
  const door = usePeopleLink()
  const figure = (id: 'gained' | 'lost' | 'subscribed'): TableColumn<PromptSubscriptions> => ({
    id,
    header: t(`columns.${id}`),
    definition: t(`define.${id}`),
    align: 'end',
    skeleton: 'number',
    cell: row => <LinkedNumber className="tnum" value={row[id]} href={door(filterOf(row.prompt, id))} />,
  })
  return (
    <Panel bare title={t('prompts.title')} actions={<CsvButton panel="prompts" title={t('prompts.title')} />}>
      <DataTable
        dense
        frameless
        label={t('prompts.title')}
        rows={is_loaded ? (data ?? []) : undefined}
        skeletonRows={4}
        rowId={row => row.prompt ?? 'other'}
        empty={data === null ? <LoadFailure /> : <p className="p-4 text-muted">{t('prompts.none')}</p>}
        columns={[
          {
            id: 'prompt',
            header: t('columns.prompt'),
            skeleton: 'name',
            cell: ({ prompt }) => (
              <span className="font-medium">{prompt === null ? t('others') : t(`prompts.of.${prompt}`)}</span>
            ),
          },
          figure('gained'),
          figure('lost'),
          figure('subscribed'),
        ]}
      />
    </Panel>
  )
}

function filterOf(prompt: PromptSubscriptions['prompt'], id: 'gained' | 'lost' | 'subscribed') {
  return { prompt: prompt ?? 'unknown', ...(id !== 'subscribed' && { change: id }) }
}
