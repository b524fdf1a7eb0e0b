import { type CSSProperties, memo, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Bookmark } from 'lucide-react'
import { Icon } from '../../../../ui/layout/Icon.tsx'
import { savedMark } from '../model/saved-marks.ts'
import { cx } from '../../../../ui/cx.ts'
import { lookOf } from '../mjml/look.ts'
import { bodyOf } from '../mjml/parse.ts'
import { blocksOf, type ElementNode, type GroupNode } from '../mjml/tree.ts'
import { type Block, kindOf } from '../model/kinds.ts'
import { useCanvasShared, useVisualShared } from '../visual-context.ts'
import { BlockTools } from './BlockTools.tsx'
import { Content } from './Content.tsx'
import { UploadList } from '../../../../components/images/UploadList.tsx'
import { useImageIntake } from '../use-image-intake.ts'
import { DropFrame, DropLine } from './DropLine.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { boxStyle, columnWidths, mailWidth } from './styles.ts'
import { useDropZone } from './use-drop-zone.ts'
import { useDraggable } from './use-draggable.ts'

/** The mail as it looks, where its blocks are chosen, written and moved. */
export function Canvas() {
  const { t } = useTranslation('visual')
  const { visual, looks } = useVisualShared()
  const area = useRef<HTMLDivElement>(null)
  const line = useDropZone(area)
  const intake = useImageIntake()
  const files = useFileDrop(area, intake)
  const body = bodyOf(visual.root)
  const look = lookOf(body, looks)
  const rows = blocksOf(body)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        aria-label={t('canvas.label')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has to by keyboard, too
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto [contain:paint]"
        style={{ backgroundColor: look['background-color'] ?? '#ffffff' }}
      >
        {/* A click beside the mail leads to nothing; the keyboard has the structure for that. */}
        <div
          ref={area}
          role="presentation"
          className="relative min-h-full px-6 pt-8 pb-24"
          onClick={() => visual.choose(null)}
        >
          <div className="mail-canvas mx-auto" style={{ width: mailWidth(look), maxWidth: '100%' }}>
            {rows.map(row => (
              <BlockView key={row.id} block={row} />
            ))}
            {rows.length === 0 && (
              <p className="rounded-3 border border-dashed border-[#9aa1ad] bg-[#fff] font-sans px-6 py-16 text-center text-[#5b6373]">
                {t('canvas.empty')}
              </p>
            )}
          </div>
          {line && <DropLine line={line} />}
          {files?.line && <DropLine line={files.line} />}
          {files?.image !== undefined && <DropFrame area={area} id={files.image} />}
        </div>
      </section>
      {intake.uploads.uploads.length > 0 && (
        <UploadList
          uploads={intake.uploads}
          className="absolute inset-x-6 bottom-4 z-20 mx-auto max-w-96 shadow-(--e-raised)"
        />
      )}
    </div>
  )
}

/** Drawn anew when the block is another one: what is written changes its own block and those around it. */
export const BlockView = memo(function BlockView({ block, style }: { block: Block; style?: CSSProperties }) {
  return (
    <Frame block={block} {...(style && { style })}>
      {block.kind === 'group' ? <Group group={block} /> : <Element node={block} />}
    </Frame>
  )
})

/** Around every block: what chooses and drags it, and its outline. */
function Frame({ block, style, children }: { block: Block; style?: CSSProperties; children: ReactNode }) {
  const { chosen, choose: chooseBlock, beginWriting, mayWrite, undraggable } = useCanvasShared()
  const host = useRef<HTMLDivElement>(null)
  const isChosen = chosen === block.id
  useInView(host, isChosen)
  const isDragged = useDraggable(host, { id: block.id }, mayWrite && !undraggable.has(block.id))
  const choose = (event: MouseEvent) => {
    event.stopPropagation()
    if (isChosen) return
    chooseBlock(block.id)
    if (block.kind === 'element' && block.content !== undefined) {
      beginWriting({ at: { left: event.clientX, top: event.clientY } })
    }
  }
  return (
    // Chosen by keyboard in the structure, which has every block too.
    <div
      ref={host}
      role="presentation"
      data-block={block.id}
      onClick={choose}
      style={style}
      className={cx('relative scroll-my-8', isChosen ? 'mail-chosen' : 'mail-block', isDragged && 'opacity-40')}
    >
      {children}
      {isChosen && <BlockTools block={block} drag={host} />}
    </div>
  )
}

/** Less of a block than this is as good as none. */
const SEEN_PX = 32

/** Brings a block into view that was chosen elsewhere; one that is seen stays where it is. */
function useInView(host: RefObject<HTMLDivElement | null>, isChosen: boolean): void {
  useEffect(() => {
    const block = host.current?.getBoundingClientRect()
    const canvas = host.current?.closest('section')?.getBoundingClientRect()
    if (!isChosen || !block || !canvas) return
    const seenPx = Math.min(block.bottom, canvas.bottom) - Math.max(block.top, canvas.top)
    if (seenPx < Math.min(SEEN_PX, block.height)) host.current?.scrollIntoView({ block: 'nearest' })
  }, [host, isChosen])
}

function Element({ node }: { node: ElementNode }) {
  const { looks, chosen } = useCanvasShared()
  const look = lookOf(node, looks)
  const blocks = blocksOf(node)
  switch (node.tag) {
    case 'mj-wrapper':
      return (
        <div style={boxStyle(look)}>
          {blocks.map(block => (
            <BlockView key={block.id} block={block} />
          ))}
          {blocks.length === 0 && <Empty />}
        </div>
      )
    case 'mj-section':
    case 'mj-group':
      return <Section node={node} style={boxStyle(look)} />
    case 'mj-column':
    case 'mj-hero':
      return (
        <div style={boxStyle(look)} className="h-full">
          {blocks.map(block => (
            <BlockView key={block.id} block={block} />
          ))}
          {blocks.length === 0 && <Empty />}
        </div>
      )
    default:
      return <Content node={node} isChosen={chosen === node.id} />
  }
}

const ALIGNED: Readonly<Record<string, string>> = { top: 'start', middle: 'center', bottom: 'end' }

/** Columns beside each other. */
function Section({ node, style }: { node: ElementNode; style: CSSProperties }) {
  const { looks } = useCanvasShared()
  const blocks = blocksOf(node)
  const columns = blocks.filter(block => kindOf(block) !== 'html')
  const widths = columnWidths(
    columns.map(block => (block.kind === 'element' ? lookOf(block, looks)['width'] : undefined)),
  )
  const direction = lookOf(node, looks)['direction'] === 'rtl' ? 'row-reverse' : 'row'
  return (
    <div style={{ ...style, display: 'flex', flexDirection: direction, flexWrap: 'wrap', justifyContent: 'center' }}>
      {blocks.map(block => {
        const at = columns.indexOf(block)
        const align = block.kind === 'element' ? lookOf(block, looks)['vertical-align'] : undefined
        const width = at === -1 ? '100%' : widths[at]
        return (
          <BlockView
            key={block.id}
            block={block}
            style={{ width, alignSelf: blocks.length > 1 ? (ALIGNED[align ?? 'top'] ?? 'start') : 'stretch' }}
          />
        )
      })}
      {blocks.length === 0 && <Empty />}
    </div>
  )
}

/** What repeats, is shown to some, or comes from the library. */
function Group({ group }: { group: GroupNode }) {
  const { t } = useTranslation('visual')
  const { savedNames } = useCanvasShared()
  const blocks = blocksOf(group)
  const mark = savedMark(group)
  return (
    <div className={mark ? 'mail-saved' : 'mail-group'}>
      {mark ? (
        <p className="flex items-center gap-1.5 px-2 py-0.5 font-sans text-12 text-[#1f5fbf]">
          <Icon of={Bookmark} size={12} />
          <bdi>{savedNames.get(mark.uuid) ?? t('kinds.saved')}</bdi>
        </p>
      ) : (
        <p className="flex items-center gap-1.5 px-2 py-0.5 font-mono text-12 text-[#86198f]" dir="ltr">
          {(group.open.content ?? '').trim().slice(0, 80) || t(`kinds.${kindOf(group)}`)}
        </p>
      )}
      {blocks.map(block => (
        <BlockView key={block.id} block={block} />
      ))}
      {blocks.length === 0 && <Empty />}
    </div>
  )
}

function Empty() {
  const { t } = useTranslation('visual')
  return (
    <p className="m-2 grow rounded-2 font-sans border border-dashed border-[#9aa1ad] px-3 py-4 text-center text-12 text-[#5b6373]">
      {t('canvas.emptyColumn')}
    </p>
  )
}
