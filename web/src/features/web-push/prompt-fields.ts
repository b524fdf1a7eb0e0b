/** What the fields of one kind of prompt work on. */
export interface PromptFieldsProps<Prompt> {
  prompt: Prompt
  onChange: (prompt: Prompt) => void
  /** By the place of a field within the prompt; undefined until it was left or saving was tried. */
  errorOf: (place: string) => string | undefined
  /** The field was left. */
  onLeft: (place: string) => void
}

/** Numbers on the wire, words in a choice of few. */
export function numbered<Label extends string>(labels: readonly Label[]) {
  return labels.map((label, number) => ({ value: String(number), label }))
}
