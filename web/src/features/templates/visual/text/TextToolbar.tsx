import { Baseline as ColorIcon, Bold, Italic, Link2, List, ListOrdered, type LucideIcon, Underline } from 'lucide-react'
import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldMenu } from '../../../../components/email/FieldMenu.tsx'
import { MergeText } from '../../../../components/fields/MergeText.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Popover } from '../../../../ui/overlays/Popover.tsx'
import { brandColors } from '../model/new-blocks.ts'
import { useVisualShared } from '../visual-context.ts'
import {
  hasMark,
  insertField,
  isInList,
  linkAt,
  setColor,
  setLink,
  toggleEm,
  toggleList,
  toggleStrong,
  toggleUnderline,
} from './commands.ts'
import { LINE } from './schema.ts'

/** What can be done with the text that is being written. */
export function TextToolbar() {
  const { t } = useTranslation('visual')
  const { view, fields, mayWrite } = useVisualShared()
  const run = (command: Command) => {
    if (!view) return
    command(view.state, view.dispatch, view)
    view.focus()
  }
  const marks = view?.state.schema.marks
  const isOn = (name: 'strong' | 'em' | 'underline') => {
    const type = marks?.[name]
    return view !== undefined && type !== undefined && hasMark(view.state, type)
  }
  const isOff = !view || !mayWrite
  const tool = (icon: LucideIcon, label: string, command: Command, on: boolean, off = isOff) => (
    <IconButton
      size="sm"
      icon={icon}
      label={label}
      disabled={off}
      aria-pressed={on}
      className={cx(on && 'bg-pressed')}
      // The text keeps its selection.
      onMouseDown={event => event.preventDefault()}
      onClick={() => run(command)}
    />
  )
  const isLine = view?.state.schema === LINE
  const inList = view !== undefined && isInList(view.state)
  return (
    <div
      role="toolbar"
      aria-label={t('toolbar.label')}
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-0.5 border-b border-line bg-surface px-3"
    >
      {tool(Bold, t('toolbar.bold'), toggleStrong, isOn('strong'))}
      {tool(Italic, t('toolbar.italic'), toggleEm, isOn('em'))}
      {tool(Underline, t('toolbar.underline'), toggleUnderline, isOn('underline'))}
      <LinkTool off={isOff || isLine} />
      <ColorTool off={isOff} onColor={color => run(setColor(color))} />
      {tool(List, t('toolbar.list'), toggleList('bullet_list'), inList, isOff || isLine)}
      {tool(ListOrdered, t('toolbar.numbers'), toggleList('ordered_list'), inList, isOff || isLine)}
      <span aria-hidden className="mx-1 h-5 w-px bg-line max-sm:hidden" />
      {mayWrite && <FieldMenu mail fields={fields} onInsert={source => run(insertField(source))} />}
    </div>
  )
}

function LinkTool({ off }: { off: boolean }) {
  const { t } = useTranslation('visual')
  const { view, isLinkOpen, onLinkOpen } = useVisualShared()
  return (
    <Popover
      label={t('toolbar.link')}
      className="w-90"
      open={isLinkOpen}
      onOpenChange={onLinkOpen}
      trigger={
        <IconButton
          size="sm"
          icon={Link2}
          label={t('toolbar.link')}
          disabled={off}
          aria-pressed={view !== undefined && linkAt(view.state) !== undefined}
        />
      }
    >
      {close => view && <LinkForm view={view} onDone={close} />}
    </Popover>
  )
}

function LinkForm({ view, onDone }: { view: EditorView; onDone: () => void }) {
  const { t } = useTranslation('visual')
  const { brand, fields } = useVisualShared()
  const present = linkAt(view.state)
  const [href, setHref] = useState(present?.href ?? 'https://')
  const set = (next: string) => {
    setLink(next, brandColors(brand).link)(view.state, view.dispatch)
    onDone()
    setTimeout(() => view.focus())
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={event => {
        event.preventDefault()
        set(href.trim() === 'https://' ? '' : href.trim())
      }}
    >
      <MergeText address mail label={t('fields.link')} value={href} fields={fields} onChange={setHref} />
      <div className="flex justify-end gap-2">
        {present && (
          <Button size="sm" variant="ghost" onClick={() => set('')}>
            {t('toolbar.unlink')}
          </Button>
        )}
        <Button size="sm" variant="primary" type="submit">
          {t('toolbar.setLink')}
        </Button>
      </div>
    </form>
  )
}

const QUIET = '#5f6670'

/** A few colours that fit: those of the brand. */
function ColorTool({ off, onColor }: { off: boolean; onColor: (color: string | undefined) => void }) {
  const { t } = useTranslation('visual')
  const { brand } = useVisualShared()
  const { primary, text, link } = brandColors(brand)
  const colors = [...new Set([text, primary, link, QUIET, '#b42318', '#067647'])]
  return (
    <Popover
      label={t('toolbar.color')}
      trigger={
        <IconButton
          size="sm"
          icon={ColorIcon}
          label={t('toolbar.color')}
          disabled={off}
          onMouseDown={event => event.preventDefault()}
        />
      }
    >
      {close => (
        <div className="flex items-center gap-1.5">
          {colors.map(color => (
            <button
              key={color}
              type="button"
              aria-label={color}
              title={color}
              style={{ backgroundColor: color }}
              className="size-6 rounded-1 border border-line-strong"
              onClick={() => {
                close()
                onColor(color)
              }}
            />
          ))}
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              close()
              onColor(undefined)
            }}
          >
            {t('toolbar.noColor')}
          </Button>
        </div>
      )}
    </Popover>
  )
}
