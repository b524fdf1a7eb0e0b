import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

interface SecretDialogProps {
  title: string
  secret: string
  /** Label of the button that copies it. */
  copy: string
  /** Below the secret: how to keep it. */
  keep: string
  /** Above the secret: related values. */
  children?: ReactNode
  /** At the end: what to do with it. */
  after?: ReactNode
  onClose: () => void
}

/** Shows a secret once. It is dropped from memory when the dialog closes. */
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
