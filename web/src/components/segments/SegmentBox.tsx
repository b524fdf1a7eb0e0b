import { listSegments } from '@notifly/contracts/contacts/audience'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../api/queries.ts'
import { useDisplay } from '../display/use-display.ts'
import { Combobox } from '../../ui/controls/options/Combobox.tsx'
import type { Option } from '../../ui/controls/options/option.ts'

const SHOWN = 50

/** Selects a static segment by part of its name; shows how many contacts each one has. */
export function SegmentBox({ value, onChange }: { value: Option | null; onChange: (value: Option | null) => void }) {
  const { t } = useTranslation('bulk')
  const { number } = useDisplay()
  const [search, setSearch] = useState('')
  const segments = useReadPage(listSegments, { query: { search, per_page: SHOWN, sort: 'name' } })
  return (
    <Combobox
      options={segments.data?.rows
        .filter(({ kind }) => kind === 'static')
        .map(({ uuid, name, count }) => ({ value: uuid, label: name, end: number(count) }))}
      value={value}
      onChange={onChange}
      onQuery={setSearch}
      loading={segments.isFetching}
      placeholder={t('segment.choose')}
      emptyText={t('segment.none')}
    />
  )
}
