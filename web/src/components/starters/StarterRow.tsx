import { Button } from '../../ui/controls/Button.tsx'

export interface NamedStarter<Id extends string> {
  id: Id
  name: string
  /** The kind of example. */
  note?: string
}

interface StarterRowProps<Id extends string> {
  label: string
  starters: readonly NamedStarter<Id>[]
  onChoose: (starter: NamedStarter<Id>) => void
}

/** Examples for a message that is still empty. */
export function StarterRow<Id extends string>({ label, starters, onChoose }: StarterRowProps<Id>) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-2">
      <span className="w-full text-ink-2">{label}</span>
      {starters.map(starter => (
        <Button key={starter.id} size="sm" onClick={() => onChoose(starter)}>
          {starter.name}
          {starter.note !== undefined && <span className="font-regular text-muted">{starter.note}</span>}
        </Button>
      ))}
    </div>
  )
}
