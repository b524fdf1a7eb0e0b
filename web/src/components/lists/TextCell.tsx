import { PendingBadge } from '../approvals/PendingBadge.tsx'
import { CutText } from '../display/CutText.tsx'
import { Link } from '../../ui/layout/Link.tsx'

export interface TextCellProps {
  href: string
  name: string
  /** Id of the open request about it. */
  approval: string | undefined
  /** Its text, in one line. */
  text: string
}

/** The first cell of a row in a list of texts: the linked name, and the beginning of the text. */
export function TextCell({ href, name, approval, text }: TextCellProps) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="flex items-center gap-2">
        <Link href={href} tone="door" data-row-link className="min-w-0 font-medium">
          <CutText>{name}</CutText>
        </Link>
        <PendingBadge approval={approval} />
      </span>
      <bdi className="block max-w-120 truncate text-12 text-muted" title={text}>
        {text}
      </bdi>
    </span>
  )
}
