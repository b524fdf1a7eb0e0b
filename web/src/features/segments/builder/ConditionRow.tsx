import { useTranslation } from 'react-i18next'
import { Combobox } from '../../../ui/controls/options/Combobox.tsx'
import { RowMenu } from '../../../ui/overlays/RowMenu.tsx'
import { BehaviourEditor } from './BehaviourEditor.tsx'
import { useBuilder } from './builder.ts'
import { type Draft, faultOf, toCondition } from './drafts.ts'
import { FieldEditor } from './FieldEditor.tsx'
import { ReachEditor, SegmentEditor } from './OtherEditors.tsx'
import type { Leaf } from './rule-tree.ts'
import { Slot } from './Slot.tsx'
import { useNodeMenu } from './use-node-menu.ts'
import { draftFor, useSubjects } from './use-subjects.ts'

export interface ConditionRowProps {
  node: Leaf<Draft>
  /** The word that joins it to the condition before. */
  join: string
}

/** One condition: what it is about, the comparison, the value, and how many fit it alone. */
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
        <Slot id={id} place="subject" label={t('builder.subject')}>
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
    case 'segment':
      return <SegmentEditor id={id} draft={draft} />
  }
}

/** The condition as it reads, or what it is while it is not complete. */
function useSentence(draft: Draft): string {
  const { t } = useTranslation('segments')
  const { words } = useBuilder()
  const condition = faultOf(draft) ? undefined : toCondition(draft)
  return condition ? words.condition(condition) : t('builder.incomplete')
}
