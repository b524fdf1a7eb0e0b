import type { RuleGroup } from '@notifly/contracts/segments/rules'
import { Keyboard, Redo2, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FieldError } from '../../../ui/controls/Field.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Kbd } from '../../../ui/layout/Kbd.tsx'
import { KeyValues } from '../../../ui/layout/KeyValues.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import { useBuilder } from './builder.ts'
import { GroupRows, MatchChoice } from './GroupEditor.tsx'
import { type KeyedAct, KEYS, ruleKeys } from './use-rule-keys.ts'
import type { SegmentEditor } from './use-segment-editor.ts'

export interface RulesPanelProps {
  editor: SegmentEditor
  /** The complete conditions; undefined if there are none. */
  rules: RuleGroup | undefined
}

/** The rule editor, and below it the rules in words. */
export function RulesPanel({ editor, rules }: RulesPanelProps) {
  const { t } = useTranslation('segments')
  const { tree, acts, words } = useBuilder()
  return (
    <div data-rule={tree.id} onKeyDownCapture={ruleKeys(tree, acts)}>
      <Panel
        title={t('builder.rules')}
        meta={<span className="max-sm:hidden">{t('builder.mustMatch')}</span>}
        actions={<Tools editor={editor} />}
        footer={
          <>
            <span className="shrink-0">{t('builder.inWords')}</span>
            <span aria-live="polite" className="min-w-0 wrap-anywhere text-ink">
              {rules === undefined ? t('builder.nothing') : <bdi>{words.rules(rules)}</bdi>}
            </span>
          </>
        }
      >
        <div className="mb-3">
          <MatchChoice group={tree} />
        </div>
        <GroupRows group={tree} />
        {editor.isEmpty && (
          <div role="alert" className="mt-2">
            <FieldError>{t('builder.needsOne')}</FieldError>
          </div>
        )}
        <span role="status" className="sr-only">
          {editor.said}
        </span>
      </Panel>
    </div>
  )
}

function Tools({ editor: { history, acts } }: { editor: SegmentEditor }) {
  const { t } = useTranslation('segments')
  return (
    <>
      <IconButton size="sm" icon={Undo2} flip label={t('act.undo')} disabled={!history.canUndo} onClick={acts.undo} />
      <IconButton size="sm" icon={Redo2} flip label={t('act.redo')} disabled={!history.canRedo} onClick={acts.redo} />
      <Popover
        title={t('builder.keys')}
        align="end"
        trigger={<IconButton size="sm" icon={Keyboard} label={t('builder.keys')} className="max-sm:hidden" />}
      >
        <KeyValues
          className="w-60"
          items={(Object.keys(KEYS) as KeyedAct[]).map(act => ({
            id: act,
            label: t(`act.${act}`),
            value: (
              <span className="flex justify-end gap-1">
                {KEYS[act].map(key => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </span>
            ),
          }))}
        />
      </Popover>
    </>
  )
}
