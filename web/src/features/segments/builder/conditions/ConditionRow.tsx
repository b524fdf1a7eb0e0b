import { listSegments } from '@notifly/contracts/contacts/audience'
import type { ReachCondition, SegmentCondition } from '@notifly/contracts/segments/rules'
import { REACH_STATUSES } from '@notifly/contracts/contacts/reach'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '../../../../ui/controls/options/Combobox.tsx'
import { RowMenu } from '../../../../ui/overlays/RowMenu.tsx'
import { BehaviourEditor } from './BehaviourEditor.tsx'
import { useBuilder } from '../builder.ts'
import { type Draft, type ReachDraft, type SegmentDraft, faultOf, toCondition } from '../drafts.ts'
import { EventEditor } from './EventEditor.tsx'
import { type EditorProps, FieldEditor } from './FieldEditor.tsx'
import type { Leaf } from '../rule-tree.ts'
import { Slot } from './Slot.tsx'
import { useNodeMenu } from '../use-node-menu.ts'
import { draftFor, useSubjects } from './use-subjects.ts'
import { useReadPage } from '../../../../api/queries.ts'
import { useDisplay } from '../../../../components/display/use-display.ts'
import { Select } from '../../../../ui/controls/options/Select.tsx'

export interface ConditionRowProps {
  node: Leaf<Draft>
  /** The word that joins it to the previous condition, such as "and". */
  join: string
}

/** One condition: subject, comparison, value, and how many contacts match it on its own. */
export function ConditionRow({ node, join }: ConditionRowProps) {
  const { t } = useTranslation('segments')
  const { id, condition: draft } = node
  const { acts, fields, contacts, aloneAt } = useBuilder()
  const { options, chosen } = useSubjects({ fields, contacts, draft })
  const menu = useNodeMenu(node)
  const sentence = useSentence(draft)
  return (
    <div
      role="group"
      aria-label={sentence}
      data-rule={id}
      className="grid grid-cols-[3.25rem_minmax(0,1fr)_auto] items-start gap-x-2 gap-y-1 max-sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <span className="pt-2 text-end text-12 text-muted max-sm:self-center max-sm:pt-0 max-sm:text-start">{join}</span>
      <div className="flex min-w-0 flex-wrap gap-2 max-sm:col-span-2 max-sm:row-start-2">
        <Slot id={id} place="subject" label={t('builder.subject')} wide>
          <Combobox
            options={options}
            value={chosen}
            onChange={option => option && acts.write(id, draftFor(option.value, draft, fields))}
            placeholder={t('builder.chooseSubject')}
          />
        </Slot>
        <Editor id={id} draft={draft} />
      </div>
      <span className="flex items-center gap-1 pt-0.5 max-sm:pt-0">
        <span className="tnum min-w-14 text-end text-12 text-muted" title={t('builder.alone')}>
          <span className="sr-only">{t('builder.alone')}: </span>
          {aloneAt(id)}
        </span>
        <RowMenu items={menu} name={sentence} />
      </span>
    </div>
  )
}

function Editor({ id, draft }: { id: string; draft: Draft }) {
  switch (draft.kind) {
    case 'blank':
      return null
    case 'field':
      return <FieldEditor id={id} draft={draft} />
    case 'reach':
      return <ReachEditor id={id} draft={draft} />
    case 'behaviour':
      return <BehaviourEditor id={id} draft={draft} />
    case 'event':
      return <EventEditor id={id} draft={draft} />
    case 'segment':
      return <SegmentEditor id={id} draft={draft} />
  }
}

/** The condition in words; while it is incomplete, a generic name. */
function useSentence(draft: Draft): string {
  const { t } = useTranslation('segments')
  const { words } = useBuilder()
  const condition = faultOf(draft) ? undefined : toCondition(draft)
  return condition ? words.condition(condition) : t('builder.incomplete')
}

const IS = ['is', 'is_not'] as const
const SHOWN = 30

/** A condition on whether a channel reaches a contact, and if not, why. */
function ReachEditor({ id, draft }: EditorProps<ReachDraft>) {
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
          options={REACH_STATUSES.map(status => ({ value: status, label: t(`reach.${status}`) }))}
        />
      </Slot>
    </>
  )
}

const MEMBERSHIPS = ['is_member', 'is_not_member'] as const

/** A condition on membership in another segment. */
function SegmentEditor({ id, draft }: EditorProps<SegmentDraft>) {
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
