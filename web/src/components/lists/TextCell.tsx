import { PendingBadge } from '../approvals/PendingBadge.tsx'
import { CutText } from '../display/CutText.tsx'
import { Link } from '../../ui/layout/Link.tsx'

export interface TextCellProps {
  href: string
  name: string
  /** The request that is open on it. */
  approval: string | undefined
  /** What it says, in one line. */
  text: string
}

/** The first cell of a row of a list of texts: its name, which leads to it, and how the text begins. */
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
