import { CopyButton } from '../controls/CopyButton.tsx'
import { cx } from '../cx.ts'

export type CodeBlockProps = {
  code: string
  /** Shows a button that copies the code. */
  copy?: boolean
  /** Accessible name of the region. */
  label?: string
}

/** Machine text, such as a provider's response, a snippet or a request id. Always left to right. */
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
