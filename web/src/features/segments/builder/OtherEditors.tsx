import { listSegments } from '@notifly/contracts/contacts/audience'
import type { ReachCondition, SegmentCondition } from '@notifly/contracts/segments/rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../../api/queries.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { Combobox } from '../../../ui/controls/options/Combobox.tsx'
import { Select } from '../../../ui/controls/options/Select.tsx'
import { useBuilder } from './builder.ts'
import type { ReachDraft, SegmentDraft } from './drafts.ts'
import type { EditorProps } from './FieldEditor.tsx'
import { Slot } from './Slot.tsx'

const REACHES = ['reachable', 'unsubscribed', 'suppressed', 'no_address'] as const
const IS = ['is', 'is_not'] as const
const SHOWN = 30

/** Whether a channel reaches a contact, and if not, why. */
export function ReachEditor({ id, draft }: EditorProps<ReachDraft>) {
  const { t } = useTranslation('segments')
  const { acts } = useBuilder()
  return (
    <>
      <Slot id={id} place="op" label={t('builder.comparison')}>
        <Select
          value={draft.op}
          onChange={op => acts.write(id, { ...draft, op: op as ReachCondition['op'] })}
          options={IS.map(op => ({ value: op, label: t(`op.reach.${op}`) }))}
        />
      </Slot>
      <Slot id={id} place="status" label={t('builder.value')}>
        <Select
          value={draft.status}
          onChange={status => acts.write(id, { ...draft, status: status as ReachCondition['status'] })}
          options={REACHES.map(status => ({ value: status, label: t(`reach.${status}`) }))}
        />
      </Slot>
    </>
  )
}

const MEMBERSHIPS = ['is_member', 'is_not_member'] as const

/** Whether a contact is in another segment. */
export function SegmentEditor({ id, draft }: EditorProps<SegmentDraft>) {
  const { t } = useTranslation('segments')
  const { number } = useDisplay()
  const { acts, names, segmentUuid } = useBuilder()
  const [search, setSearch] = useState('')
  const list = useReadPage(listSegments, { query: { search, sort: 'name', per_page: SHOWN } })
  const others = list.data?.rows.filter(({ uuid }) => uuid !== segmentUuid)
  return (
    <>
      <Slot id={id} place="op" label={t('builder.comparison')}>
        <Select
          value={draft.op}
          onChange={op => acts.write(id, { ...draft, op: op as SegmentCondition['op'] })}
          options={MEMBERSHIPS.map(op => ({ value: op, label: t(`op.segment.${op}`) }))}
        />
      </Slot>
      <Slot id={id} place="segment_uuid" label={t('builder.segment')}>
        <Combobox
          options={others?.map(({ uuid, name, count }) => ({ value: uuid, label: name, end: number(count) }))}
          value={draft.segment === null ? null : { value: draft.segment, label: names.segment(draft.segment) }}
          onChange={option => acts.write(id, { ...draft, segment: option?.value ?? null })}
          onQuery={setSearch}
          loading={list.isFetching}
          placeholder={t('builder.findSegment')}
          emptyText={t('builder.noSegment')}
        />
      </Slot>
    </>
  )
}
