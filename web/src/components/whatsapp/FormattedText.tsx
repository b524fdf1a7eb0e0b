import type { ReactNode } from 'react'

// In the order in which WhatsApp looks for them; a mark counts only around words, never across lines.
const MARKS = /```[\s\S]+?```|\*[^*\n]+\*|_[^_\n]+_|~[^~\n]+~|\{\{\s*\w+\s*\}\}/g

/** A text as WhatsApp shows it: bold, italic, struck and fixed-width words; variables without a value stand out. */
export function FormattedText({ children }: { children: string }) {
  return <span className="whitespace-pre-wrap">{nodesOf(children)}</span>
}

function nodesOf(text: string): ReactNode[] {
  const nodes: ReactNode[] = []
  let at = 0
  for (const match of text.matchAll(MARKS)) {
    nodes.push(text.slice(at, match.index), nodeOf(match[0], match.index))
    at = match.index + match[0].length
  }
  nodes.push(text.slice(at))
  return nodes
}

function nodeOf(piece: string, key: number): ReactNode {
  if (piece.startsWith('{{')) {
    return (
      <span key={key} className="rounded-1 bg-(--wa-variable) px-0.5 font-mono text-12">
        {piece}
      </span>
    )
  }
  if (piece.startsWith('```')) {
    return (
      <code key={key} className="font-mono text-12">
        {piece.slice(3, -3)}
      </code>
    )
  }
  const inner = nodesOf(piece.slice(1, -1))
  if (piece.startsWith('*')) return <strong key={key}>{inner}</strong>
  return piece.startsWith('_') ? <em key={key}>{inner}</em> : <s key={key}>{inner}</s>
}
