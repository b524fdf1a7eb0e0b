import type { TemplateFigures, WhatsappDashboard } from '@notifly/contracts/dashboards/whatsapp'
import { useTranslation } from 'react-i18next'
import { PageLink } from '../../../components/navigation/PageLink.tsx'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { languageName } from '../../../components/whatsapp/use-whatsapp-template.ts'
import { paths, withQuery } from '../../../paths.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { useFigureLink } from '../view.ts'
import { CsvButton } from './CsvButton.tsx'
import { useFigureColumns } from './figure-columns.tsx'

/** Templates of WhatsApp with what their messages came to. */
export function Templates({ templates }: { templates: WhatsappDashboard['templates'] }) {
  const { t, i18n } = useTranslation(['dashboards', 'whatsapp'])
  const slug = useSlug()
  const figureLink = useFigureLink()
  const figure = useFigureColumns<TemplateFigures>((_, filter) => figureLink(filter))
  return (
    <Panel bare title={t('templates.title')} actions={<CsvButton panel="templates" title={t('templates.title')} />}>
      <DataTable
        dense
        frameless
        label={t('templates.title')}
        rows={templates.is_loaded ? templates.data : undefined}
        skeletonRows={5}
        rowId={row => `${row.name} ${row.language}`}
        empty={<p className="p-4 text-muted">{t('templates.none')}</p>}
        columns={[
          {
            id: 'template',
            header: t('columns.template'),
            skeleton: 'name',
            cell: row => (
              <span className="font-medium">
                {row.name === '' ? (
                  '–'
                ) : (
                  <PageLink to={withQuery(paths.whatsappTemplates(slug), { search: row.name })}>
                    <bdi>{row.name}</bdi>
                  </PageLink>
                )}
                <span className="font-regular text-muted"> {languageName(row.language, i18n.language)}</span>
              </span>
            ),
          },
          {
            id: 'category',
            header: t('columns.category'),
            cell: row => (row.category === null ? '–' : t(`whatsapp:category.${row.category}`)),
          },
          figure('sent'),
          figure('delivery_rate', 'delivered_share'),
          figure('open_rate', 'read_share'),
          figure('click_rate', 'clicked_share', 'hidden'),
          figure('failed', 'failed', 'hidden'),
        ]}
      />
    </Panel>
  )
}
