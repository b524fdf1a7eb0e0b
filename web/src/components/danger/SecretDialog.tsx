import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

interface SecretDialogProps {
  title: string
  secret: string
  /** What it is called on the button that copies it. */
  copy: string
  /** Below it: how it is to be kept. */
  keep: string
  /** Above it: what belongs to it. */
  children?: ReactNode
  /** Below all: what to do with it. */
  after?: ReactNode
  onClose: () => void
}

/** Something that only its reader may know. It is forgotten when the dialog closes. */
export function SecretDialog({ title, secret, copy, keep, children, after, onClose }: SecretDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      onOpenChange={onClose}
      title={title}
      footer={
        <>
          <CopyButton text={secret} label={copy} size="md" />
          <Button variant="primary" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-1.5">
        {children}
        <CodeBlock code={secret} />
        <p className="text-12 text-muted">{keep}</p>
        {after}
      </div>
    </Dialog>
  )
}
