import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { TypedNameDialog } from './TypedNameDialog.tsx'

export interface DeletePanelProps {
  /** What has to be typed. */
  name: string
  words: {
    /** The verb, on the button and above. */
    action: string
    /** What goes with it. */
    text: string
    /** The question of the dialog. */
    title: string
    consequences: string
  }
  onConfirm: (name: string) => Promise<unknown>
}

/** The end of something big, at the foot of its page. */
export function DeletePanel({ name, words, onConfirm }: DeletePanelProps) {
  const [asks, setAsks] = useState(false)
  return (
    <Panel title={words.action}>
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-60 text-ink-2">{words.text}</p>
        <Button icon={Trash2} onClick={() => setAsks(true)}>
          {words.action}
        </Button>
      </div>
      <TypedNameDialog
        open={asks}
        onOpenChange={setAsks}
        title={words.title}
        action={words.action}
        name={name}
        onConfirm={onConfirm}
      >
        {words.consequences}
      </TypedNameDialog>
    </Panel>
  )
}
