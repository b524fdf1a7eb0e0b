import { useSyncExternalStore } from 'react'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { LANGUAGE_TITLES, type Language } from './samples.ts'

interface CodeSampleProps<Name extends Language> {
  languages: readonly Name[]
  codeOf: (language: Name) => string
  /** Accessible name of the choice of languages. */
  choice: string
  /** Accessible name of the code. */
  label?: string | undefined
}

/** Code in the language that the reader chose last. All samples on a page share that choice. */
export function CodeSample<Name extends Language>({ languages, codeOf, choice, label }: CodeSampleProps<Name>) {
  const chosen = useSyncExternalStore(subscribe, () => language)
  const shown = languages.find(each => each === chosen) ?? languages[0]
  if (shown === undefined) return null
  return (
    <div className="min-w-0">
      <Segmented
        size="sm"
        aria-label={choice}
        segments={languages.map(value => ({ value, label: LANGUAGE_TITLES[value] }))}
        value={shown}
        onChange={choose}
      />
      <div className="mt-2">
        <CodeBlock code={codeOf(shown)} {...(label !== undefined && { label })} copy />
      </div>
    </div>
  )
}

let language: Language = 'curl'
const listeners = new Set<() => void>()

function choose(next: Language): void {
  language = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
