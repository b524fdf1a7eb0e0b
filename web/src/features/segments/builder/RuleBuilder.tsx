import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { listContacts, listMergeFields } from '@notifly/contracts/contacts/audience'
import { SEGMENT_NAME_MAX } from '@notifly/contracts/imports/imports'
import { Check } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useReadPage } from '../../../api/queries.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { FormFailure } from '../../../components/form/FormFailure.tsx'
import { useGoTo, useSlug } from '../../../components/navigation/use-pages.ts'
import { useRuleNames } from '../../../components/segments/use-rule-names.ts'
import { useRuleWords } from '../../../components/segments/use-rule-words.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { useZone } from '../../../components/session/use-zone.ts'
import { PartFailure } from '../../../components/states/PartFailure.tsx'
import { paths } from '../../../paths.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { Icon } from '../../../ui/layout/Icon.tsx'
import { Stack, WithAside } from '../../../ui/layout/Page.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { type Builder, BuilderContext } from './builder.ts'
import { CountPanel } from './count/CountPanel.tsx'
import { countableRules, type DraftTree, faultOf, toCondition, toRules } from './drafts.ts'
import { leavesOf } from './rule-tree.ts'
import { RulesPanel } from './RulesPanel.tsx'
import { SamplePanel } from './count/SamplePanel.tsx'
import { UsePanel } from '../../../components/segments/UsePanel.tsx'
import { useCount, useCountsAlone, useReach } from './count/use-count.ts'
import { type EditedSegment, type SegmentEditor, useSegmentEditor } from './use-segment-editor.ts'
import { useApprovalLabel } from '../../../components/approvals/use-approval-label.ts'

/** Edits a segment's name and rules, with a live count of the contacts that match. */
export function RuleBuilder({ tags, ...edited }: EditedSegment & { tags?: ReactNode }) {
  const { t } = useTranslation('segments')
  const { uuid } = edited
  const root = useRef<HTMLDivElement>(null)
  const editor = useSegmentEditor(edited, root)
  const tree = editor.history.value
  const rules = useMemo(() => countableRules(tree), [tree])
  const count = useCount(rules, uuid)
  const reach = useReach(rules, count.isCurrent)
  const builder = useBuilderOf(edited, editor, count.isCurrent || rules === undefined)
  return (
    <BuilderContext value={builder}>
      <div ref={root}>
        <Header edited={edited} editor={editor} tags={tags} />
        <WithAside
          aside={
            <>
              <CountPanel count={count} reach={reach} contacts={builder.contacts} hasRules={rules !== undefined} />
              {uuid !== undefined && <UsePanel segmentUuid={uuid} isEditing />}
            </>
          }
        >
          <Stack>
            {editor.isRestored && <Restored editor={editor} />}
            <FormFailure error={editor.failure} />
            <Panel>
              <Field label={t('edit.name')} error={editor.nameError}>
                <TextInput
                  value={editor.name}
                  onChange={event => editor.rename(event.currentTarget.value)}
                  maxLength={SEGMENT_NAME_MAX}
                  counter
                  autoComplete="off"
                  autoFocus={uuid === undefined}
                />
              </Field>
            </Panel>
            <FieldsFailure />
            <RulesPanel editor={editor} rules={rules} />
            <SamplePanel count={count} />
          </Stack>
        </WithAside>
      </div>
    </BuilderContext>
  )
}

function Header({ edited, editor, tags }: { edited: EditedSegment; editor: SegmentEditor; tags: ReactNode }) {
  const { t } = useTranslation(['segments', 'audience'])
  const approvalLabel = useApprovalLabel(ACTIVITY.segmentation)
  const { uuid, name } = edited
  const slug = useSlug()
  const { timeOfDay } = useDisplay(useZone())
  const goTo = useGoTo()
  const home = uuid === undefined ? paths.audience(slug) : paths.segment(slug, uuid)
  const save = async () => {
    const saved = await editor.save()
    if (saved) await goTo(saved.uuid === undefined ? home : paths.segment(slug, saved.uuid), { replace: true })
  }
  const leave = () => {
    editor.discard()
    void goTo(home)
  }
  return (
    <PageHeader
      crumbs={[
        { label: t('audience:title'), href: paths.audience(slug) },
        ...(uuid === undefined ? [] : [{ label: name, href: home }]),
      ]}
      title={uuid === undefined ? t('edit.new') : t('edit.title')}
      badge={tags}
      stacked
      facts={t('edit.facts')}
      actions={
        <>
          {editor.keptOn !== undefined && (
            <span className="me-1 flex items-center gap-1 text-12 text-muted">
              <Icon of={Check} size={12} />
              {t('edit.kept', { time: timeOfDay(editor.keptOn) })}
            </span>
          )}
          <Button onClick={leave}>{t(editor.isDirty ? 'edit.discard' : 'edit.close')}</Button>
          <Button variant="primary" loading={editor.isSaving} onClick={() => void save()}>
            {approvalLabel(t('edit.save'))}
          </Button>
        </>
      }
    />
  )
}

function Restored({ editor }: { editor: SegmentEditor }) {
  const { t } = useTranslation('segments')
  return (
    <Alert
      tone="info"
      action={
        <Button size="sm" onClick={editor.discard}>
          {t('edit.startOver')}
        </Button>
      }
    >
      {t('edit.restored')}
    </Alert>
  )
}

/** Rules on merge fields are missing from the choices. */
function FieldsFailure() {
  const { t } = useTranslation('segments')
  const { data, error, refetch } = useRead(listMergeFields, {})
  if (!error || data) return null
  return <PartFailure error={error} title={t('builder.fieldsFailed')} onRetry={() => void refetch()} />
}

function useBuilderOf(edited: EditedSegment, editor: SegmentEditor, isCounted: boolean): Builder {
  const tree = editor.history.value
  const names = useRuleNames([useMemo(() => toRules(tree), [tree])])
  const words = useRuleWords(names)
  const fields = useRead(listMergeFields, {}).data
  const mayCount = useCan(ACTIVITY.audience, 'read')
  const contacts = useReadPage(listContacts, { query: { per_page: 1 } }, { enabled: mayCount }).data?.paging.total
  const zone = useZone()
  const { number } = useDisplay()
  const alone = useAlone(tree, isCounted)
  const [now] = useState(() => Date.now())
  return {
    segmentUuid: edited.uuid,
    tree,
    acts: editor.acts,
    words,
    names,
    fields,
    contacts,
    errorAt: editor.errorAt,
    aloneAt: id => {
      const count = alone(id)
      return count === undefined ? '–' : number(count)
    },
    // The Swedish locale formats dates as YYYY-MM-DD.
    today: new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now),
  }
}

/** The number of contacts that match each complete condition on its own. */
function useAlone(tree: DraftTree, isCounted: boolean): (id: string) => number | undefined {
  const asked = useMemo(
    () =>
      new Map(
        leavesOf(tree).flatMap(({ id, condition }) =>
          faultOf(condition)
            ? []
            : [[id, JSON.stringify({ kind: 'group', match: 'all', rules: [toCondition(condition)] })]],
        ),
      ),
    [tree],
  )
  const counts = useCountsAlone([...new Set(asked.values())], isCounted)
  return id => counts.get(asked.get(id) ?? '')?.count
}
