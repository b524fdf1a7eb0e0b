import type { Problem } from '@notifly/contracts/templates/templates'
import { ChevronDown, CircleAlert, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../../../ui/cx.ts'
import { Icon } from '../../../../ui/layout/Icon.tsx'
import { excerptOf, kindOf } from '../model/kinds.ts'
import { flatOutline, type OutlineItem, outlineOf } from '../model/outline.ts'
import { savedMark } from '../model/saved-marks.ts'
import { useBlockActs } from '../use-block-acts.ts'
import { useVisualShared } from '../visual-context.ts'
import { KIND_ICONS } from './kind-icons.ts'

interface StructureTreeProps {
  /** Enter on a block: writing begins, or its properties open. */
  onOpen: (id: number) => void
}

/** All blocks as a tree: arrow keys walk, Alt and arrows move, Delete removes, Ctrl+D copies, Enter opens. */
export function StructureTree({ onOpen }: StructureTreeProps) {
  const { t } = useTranslation('visual')
  const { visual, problems, saved } = useVisualShared()
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const tree = useRef<HTMLUListElement>(null)
  const items = outlineOf(visual.root)
  const flat = flatOutline(items, closed)
  const chosen = flat.find(item => item.block.id === visual.chosen)
  const stop = chosen ?? flat[0]
  const fold = (id: number, isClosed: boolean) =>
    setClosed(now => (isClosed ? new Set([...now, id]) : new Set([...now].filter(each => each !== id))))
  // What moves, or comes in place of what was removed, keeps the focus.
  const isWithin = useRef(false)
  useEffect(() => {
    const wanted = tree.current?.querySelector<HTMLElement>('[tabindex="0"]')
    if (isWithin.current && wanted) wanted.focus()
    if (!isWithin.current) wanted?.scrollIntoView({ block: 'nearest' })
  }, [visual.chosen, visual.root])
  const keys = useTreeKeys({ flat, closed, fold, onOpen, at: stop })
  const latest = useRef({ visual, fold, onOpen, keys })
  useEffect(() => {
    latest.current = { visual, fold, onOpen, keys }
  })
  // The same for all rows and all times: a row is drawn anew when its block is another one.
  const [acts] = useState<RowActs>(() => ({
    choose: id => latest.current.visual.choose(id),
    fold: (id, isClosed) => latest.current.fold(id, isClosed),
    open: id => latest.current.onOpen(id),
    keys: event => latest.current.keys(event),
  }))
  return (
    <section aria-label={t('structure.title')} className="flex min-h-0 flex-1 flex-col border-t border-line pt-3">
      <h2 className="px-4 pb-1 font-semibold" id="visual-structure">
        {t('structure.title')}
      </h2>
      {flat.length === 0 && <p className="px-4 text-12 text-muted">{t('structure.empty')}</p>}
      <ul
        ref={tree}
        role="tree"
        aria-labelledby="visual-structure"
        aria-describedby="visual-structure-keys"
        className="relative min-h-0 flex-1 overflow-y-auto pb-4"
        onFocus={() => {
          isWithin.current = true
        }}
        onBlur={event => {
          // An element that is taken out of the page loses the focus to nothing.
          if (event.relatedTarget !== null) isWithin.current = event.currentTarget.contains(event.relatedTarget)
        }}
      >
        {flat.map(item => (
          <Row
            key={item.block.id}
            item={item}
            isChosen={item === chosen}
            isStop={item === stop}
            isClosed={closed.has(item.block.id)}
            problems={problems.get(item.block.id)}
            savedName={saved.names.get(savedMark(item.block)?.uuid ?? '')}
            acts={acts}
          />
        ))}
      </ul>
      <p id="visual-structure-keys" className="sr-only">
        {t('structure.keys')}
      </p>
    </section>
  )
}

interface TreeKeys {
  flat: readonly OutlineItem[]
  closed: ReadonlySet<number>
  fold: (id: number, isClosed: boolean) => void
  onOpen: (id: number) => void
  at: OutlineItem | undefined
}

function useTreeKeys({ flat, closed, fold, onOpen, at }: TreeKeys): (event: KeyboardEvent) => void {
  const { visual, mayWrite } = useVisualShared()
  const acts = useBlockActs(at?.block.id ?? 0)
  return event => {
    if (!at) return
    const index = flat.indexOf(at)
    const { id } = at.block
    const choose = (item: OutlineItem | undefined) => item && visual.choose(item.block.id)
    const isOpen = at.children.length > 0 && !closed.has(id)
    const parent = flat.slice(0, index).findLast(item => item.depth < at.depth)
    const walks: Record<string, () => void> = {
      ArrowDown: () => choose(flat[index + 1]),
      ArrowUp: () => choose(flat[index - 1]),
      Home: () => choose(flat[0]),
      End: () => choose(flat.at(-1)),
      ArrowRight: () => (isOpen ? choose(flat[index + 1]) : fold(id, false)),
      ArrowLeft: () => (isOpen ? fold(id, true) : choose(parent)),
      Enter: () => onOpen(id),
      ' ': () => visual.choose(id),
    }
    const changes: Record<string, () => void> = {
      'Alt+ArrowUp': acts.up,
      'Alt+ArrowDown': acts.down,
      Delete: acts.remove,
      Backspace: acts.remove,
      'Mod+d': acts.duplicate,
    }
    const isMod = event.ctrlKey || event.metaKey
    const name = `${event.altKey ? 'Alt+' : ''}${isMod ? 'Mod+' : ''}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`
    const act = walks[name] ?? (mayWrite ? changes[name] : undefined)
    if (!act) return
    event.preventDefault()
    act()
  }
}

const NONE: readonly Problem[] = []

interface RowActs {
  choose: (id: number) => void
  fold: (id: number, isClosed: boolean) => void
  open: (id: number) => void
  keys: (event: KeyboardEvent) => void
}

interface RowProps {
  item: OutlineItem
  isChosen: boolean
  /** Where Tab comes to. */
  isStop: boolean
  isClosed: boolean
  problems: readonly Problem[] | undefined
  /** Of a saved block. */
  savedName: string | undefined
  acts: RowActs
}

const Row = memo(function Row({ item, isChosen, isStop, isClosed, problems: found = NONE, savedName, acts }: RowProps) {
  const { t } = useTranslation('visual')
  const { block, depth, children } = item
  const kind = kindOf(block)
  const hasError = found.some(({ severity }) => severity === 'error')
  const excerpt = savedName ?? excerptOf(block)
  const name = t(`kinds.${kind}`)
  return (
    <li
      role="treeitem"
      aria-level={depth}
      aria-selected={isChosen}
      aria-expanded={children.length > 0 ? !isClosed : undefined}
      tabIndex={isStop ? 0 : -1}
      onClick={() => acts.choose(block.id)}
      onDoubleClick={() => acts.open(block.id)}
      onKeyDown={acts.keys}
      style={{ paddingInlineStart: `${depth * 16 - 8}px` }}
      className={cx(
        'flex h-7 max-sm:h-10 cursor-default items-center gap-1.5 pe-3 outline-offset-[-2px]',
        isChosen ? 'bg-selected font-medium' : 'hover:bg-hover',
      )}
    >
      {children.length > 0 ? (
        <span
          aria-hidden
          onClick={event => {
            event.stopPropagation()
            acts.fold(block.id, !isClosed)
          }}
          className="grid size-4 shrink-0 place-items-center text-muted"
        >
          <Icon of={ChevronDown} size={12} className={cx(isClosed && '-rotate-90 rtl:rotate-90')} />
        </span>
      ) : (
        <span aria-hidden className="size-4 shrink-0" />
      )}
      <Icon of={KIND_ICONS[kind]} size={14} className="text-muted" />
      <span className="min-w-0 flex-1 truncate">
        {excerpt === '' ? (
          name
        ) : (
          <>
            <span className="sr-only">{name}: </span>
            <bdi>{excerpt}</bdi>
          </>
        )}
      </span>
      {found.length > 0 && (
        <>
          <Icon
            of={hasError ? CircleAlert : TriangleAlert}
            size={14}
            className={hasError ? 'text-danger-ink' : 'text-warning-ink'}
          />
          <span className="sr-only">{t('structure.problems', { count: found.length })}</span>
        </>
      )}
    </li>
  )
})
