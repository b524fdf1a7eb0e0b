import { Fragment } from 'react'

/** Words with code between backticks. */
export function InlineCode({ children }: { children: string }) {
  return children.split('`').map((part, at) =>
    at % 2 === 0 ? (
      // oxlint-disable-next-line react/no-array-index-key -- parts of one text, never reordered
      <Fragment key={at}>{part}</Fragment>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- as above
      <code
        key={at}
        dir="ltr"
        className="rounded-1 bg-neutral-soft px-1 py-px font-mono text-[0.92em] wrap-anywhere text-ink"
      >
        {part}
      </code>
    ),
  )
}
