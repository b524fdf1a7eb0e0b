import { Fragment } from 'react'

/** Words with code between backticks. */
export function InlineCode({ children }: { children: string }) {
  return children.split('`').map((part, at) =>
    at % 2 === 0 ? (
      <Fragment key={at}>{part}</Fragment>
    ) : (
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
