import type { SampledMember } from '@notifly/contracts/segments/segments'
import { useTranslation } from 'react-i18next'
import { useSlug } from '../../../../components/navigation/use-pages.ts'
import { paths } from '../../../../paths.ts'
import { Avatar } from '../../../../ui/layout/Avatar.tsx'
import { DataTable } from '../../../../ui/table/DataTable.tsx'
import { NameCell, ValueOrDash } from '../../../../ui/table/NameCell.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import type { TableColumn } from '../../../../ui/table/table-types.ts'
import type { LiveCount } from './use-count.ts'

/** A sample of the contacts that match, so that the author can check the rules. */
export function SamplePanel({ count }: { count: LiveCount }) {
  const slug = useSlug()
  const { t } = useTranslation('segments')
  const { data, isCurrent } = count
  if (!data || data.sample.length === 0) return null
  return (
    <Panel bare title={t('sample.title')} meta={t('sample.of', { first: data.sample.length, count: data.count })}>
      <DataTable
        frameless
        label={t('sample.title')}
        columns={columns(slug, t)}
        rows={data.sample}
        rowId={member => member.uuid}
        rowName={nameOf}
        fetching={!isCurrent}
        dense
      />
    </Panel>
  )
}

function columns(slug: string, t: (key: string) => string): TableColumn<SampledMember>[] {
  return [
    {
      id: 'contact',
      header: t('sample.contact'),
      cell: member => (
        <NameCell
          name={nameOf(member)}
          href={paths.contact(slug, member.uuid)}
          mark={<Avatar id={member.uuid} name={nameOf(member)} />}
        />
      ),
    },
    {
      id: 'email',
      header: t('sample.email'),
      card: 'line',
      cell: ({ email }) => <ValueOrDash>{email && <bdi className="text-ink-2">{email}</bdi>}</ValueOrDash>,
    },
    {
      id: 'external',
      header: t('sample.externalId'),
      card: 'hidden',
      cell: ({ external_user_id: id }) => <ValueOrDash>{id && <bdi className="text-ink-2">{id}</bdi>}</ValueOrDash>,
    },
  ]
}

function nameOf(member: SampledMember): string {
  const name = [member.first_name, member.last_name].filter(Boolean).join(' ')
  return name || member.email || member.external_user_id || member.phone_number || member.uuid
}
