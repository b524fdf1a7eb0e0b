import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { createTemplate, listTemplates, type TemplateContent } from '@notifly/contracts/templates/templates'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../../../api/queries.ts'
import { announce } from '../../../../api/signals.ts'
import { FormDialog } from '../../../../components/form/FormDialog.tsx'
import { useCan } from '../../../../components/session/use-session.ts'
import { translateSentence } from '../../../../locales/translate-sentence.ts'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Field } from '../../../../ui/controls/Field.tsx'
import { TextInput } from '../../../../ui/controls/TextInput.tsx'
import { useApprovalLabel } from '../../../../components/approvals/use-approval-label.ts'

export interface SaveAsTemplateProps {
  type: 'Email' | 'SMS' | 'Webpush' | 'Mobilepush'
  /** The campaign's own content. */
  content: TemplateContent
  /** The template's name unless the author types one. */
  name: string
}

/** Saves the campaign's own content as a new template. The campaign itself does not switch to the template. */
export function SaveAsTemplate(props: SaveAsTemplateProps) {
  const { t } = useTranslation('campaigns')
  const [isOpen, setIsOpen] = useState(false)
  const mayCreate = useCan(ACTIVITY.templateEmail, 'create')
  const says = Object.values(props.content).some(part => part !== undefined && part.length > 0)
  if (!mayCreate || !says) return null
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setIsOpen(true)}>
        {t('what.saveAs.open')}
      </Button>
      {isOpen && <NameDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const NAME_LENGTH = 100

function NameDialog({ type, content, name: first, onClose }: SaveAsTemplateProps & { onClose: () => void }) {
  const { t } = useTranslation('campaigns')
  const approvalLabel = useApprovalLabel(ACTIVITY.templateEmail)
  const [name, setName] = useState(first.slice(0, NAME_LENGTH))
  const save = useWrite(createTemplate, {
    refreshes: [listTemplates],
    failure: 'form',
    onDone: ({ makerChecker }) => {
      onClose()
      if (!makerChecker) announce({ tone: 'success', message: t('what.saveAs.done', { name: name.trim() }) })
    },
  })
  const fault = save.error?.errors.find(({ field }) => field === 'name')
  const [other] = save.error?.errors.filter(({ field }) => field !== 'name') ?? []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ body: { type, name: name.trim(), ...content } })
  }
  return (
    <FormDialog
      form={{ failure: undefined, formState: { isSubmitting: save.isPending } }}
      onClose={onClose}
      title={t('what.saveAs.title')}
      description={t('what.saveAs.help')}
      onSubmit={submit}
      action={approvalLabel(t('what.saveAs.save'))}
    >
      {save.error && !fault && (
        <Alert tone="danger" live>
          {translateSentence(other ?? save.error)}
        </Alert>
      )}
      <Field label={t('what.saveAs.name')} error={fault && translateSentence(fault)}>
        <TextInput value={name} maxLength={NAME_LENGTH} onChange={event => setName(event.currentTarget.value)} />
      </Field>
    </FormDialog>
  )
}
