import { socialIcon } from '@notifly/contracts/templates/social-icons'
import { CodeXml, ImagePlus, Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ownPath } from '../../../../components/images/own-path.ts'
import { Icon } from '../../../../ui/layout/Icon.tsx'
import { lookOf } from '../mjml/look.ts'
import { attributeOf } from '../mjml/attributes.ts'
import { blocksOf, type ElementNode } from '../mjml/tree.ts'
import { StaticText } from '../text/StaticText.tsx'
import { LINE, TEXT } from '../text/schema.ts'
import { useCanvasShared } from '../visual-context.ts'
import { alignStyle, buttonStyle, contentStyle, isShown, type Look, textStyle } from './styles.ts'
import { InlineTextEditor } from './InlineTextEditor.tsx'

/** What stands in a column, as MJML draws it. */
export function Content({ node, isChosen }: { node: ElementNode; isChosen: boolean }) {
  const { looks } = useCanvasShared()
  const look = lookOf(node, looks)
  return (
    <div style={{ ...contentStyle(look), ...alignStyle(look) }}>
      <Inner node={node} look={look} isChosen={isChosen} />
    </div>
  )
}

function Inner({ node, look, isChosen }: { node: ElementNode; look: Look; isChosen: boolean }) {
  switch (node.tag) {
    case 'mj-text':
      return isChosen ? (
        <InlineTextEditor node={node} schema={TEXT} style={textStyle(look)} />
      ) : (
        <StaticText html={node.content ?? ''} schema={TEXT} style={textStyle(look)} />
      )
    case 'mj-button':
      return isChosen ? (
        <InlineTextEditor node={node} schema={LINE} style={buttonStyle(look)} />
      ) : (
        <StaticText html={node.content ?? ''} schema={LINE} style={buttonStyle(look)} />
      )
    case 'mj-image':
      return <Picture look={look} />
    case 'mj-divider':
      return <Divider look={look} />
    case 'mj-spacer':
      return <div style={{ height: look['height'] }} />
    case 'mj-social':
      return <Social node={node} look={look} />
    default:
      return <Kept node={node} />
  }
}

function Picture({ look }: { look: Look }) {
  const { t } = useTranslation('visual')
  const { src = '', alt = '' } = look
  if (!isShown(src)) {
    return (
      <div className="flex h-32 flex-col items-center justify-center gap-2 rounded-2 border border-dashed border-[#9aa1ad] bg-[#f3f4f7] font-sans text-12 text-[#5b6373]">
        <Icon of={ImagePlus} size={20} />
        {src === '' ? t('image.none') : <bdi dir="ltr">{src.slice(0, 80)}</bdi>}
      </div>
    )
  }
  const style = { borderRadius: look['border-radius'], border: look['border'], width: look['width'] ?? '100%' }
  return (
    <img src={addressOf(src)} alt={alt} draggable={false} style={style} className="inline-block h-auto max-w-full" />
  )
}

/** Images of our own library come from the origin of this page, whatever the public address is. */
function addressOf(src: string): string {
  return /^https?:\/\/[^/]+\/files\/[0-9a-f-]{36}\//.test(src) ? ownPath(src) : src
}

function Divider({ look }: { look: Look }) {
  const line = `${look['border-width'] ?? ''} ${look['border-style'] ?? ''} ${look['border-color'] ?? ''}`
  return <div style={{ borderTop: line, width: look['width'], display: 'inline-block', verticalAlign: 'middle' }} />
}

function Social({ node, look }: { node: ElementNode; look: Look }) {
  const elements = blocksOf(node).filter(each => each.kind === 'element')
  const size = look['icon-size']
  return (
    <div style={textStyle(look)} className="inline-flex flex-wrap justify-center gap-2">
      {elements.map(element => {
        const own = attributeOf(element, 'src') ?? ''
        const { path, color } = socialIcon(attributeOf(element, 'name') ?? '')
        const behind = { width: size, height: size, borderRadius: look['border-radius'] }
        return (
          <span key={element.id} className="inline-flex items-center gap-1">
            <img
              src={isShown(own) ? addressOf(own) : path}
              alt={attributeOf(element, 'alt') ?? ''}
              draggable={false}
              style={{ ...behind, backgroundColor: attributeOf(element, 'background-color') ?? color }}
            />
            {element.content}
          </span>
        )
      })}
    </div>
  )
}

const EXCERPT_MAX = 160

/** What the editor keeps as it is. */
function Kept({ node }: { node: ElementNode }) {
  const { t } = useTranslation('visual')
  const isRaw = node.tag === 'mj-raw' || node.tag === 'mj-table'
  const excerpt = (node.content ?? '').trim().slice(0, EXCERPT_MAX)
  return (
    <div className="rounded-2 border border-dashed border-[#9aa1ad] bg-[#f3f4f7] px-3 py-2 text-start font-sans text-12 text-[#4b5563]">
      <p className="flex items-center gap-1.5 font-medium">
        <Icon of={isRaw ? CodeXml : Lock} size={14} />
        {isRaw ? t('kinds.html') : t('kept.title', { tag: node.tag })}
      </p>
      {excerpt !== '' && (
        <p dir="ltr" className="mt-1 font-mono wrap-anywhere">
          {excerpt}
        </p>
      )}
    </div>
  )
}
