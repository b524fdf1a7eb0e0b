import { CopyButton } from '../controls/CopyButton.tsx'
import { cx } from '../cx.ts'

export type CodeBlockProps = {
  code: string
  /** Offers to copy it. */
  copy?: boolean
  /** Reads as a text for the name of the region. */
  label?: string
}

/** Text of a machine: an answer of a provider, a snippet, a request id. Always left to right. */
export function CodeBlock({ code, copy, label }: CodeBlockProps) {
  return (
    <div className="relative w-full">
      <pre
        dir="ltr"
        aria-label={label}
        className={cx(
          'rounded-2 border border-line bg-sunken px-2.5 py-1.5 text-start font-mono text-12 leading-[18px] wrap-anywhere ' +
            'whitespace-pre-wrap text-ink-2',
          copy && 'pe-9',
        )}
      >
        {code}
      </pre>
      {copy && (
        <span className="absolute end-0.5 top-0.5 max-sm:-top-0.5" dir="ltr">
          <CopyButton text={code} iconOnly />
        </span>
      )}
    </div>
  )
}
