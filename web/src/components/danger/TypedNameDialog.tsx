import type { DeletionBlockers } from '@notifly/contracts/organizations/organizations'
import { sentenceKey } from '@notifly/contracts/sentences/sentence'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { ApiError } from '../../api/api-error.ts'
import { CONFIRM_IDENTITY } from '../../api/identity.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { useDisplay } from '../display/use-display.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { useApiForm } from '../form/use-api-form.ts'

export interface TypedNameDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The button's verb, repeated from the title. */
  action: string
  /** What the reader has to type: a name, or how many are deleted, with or without separators. */
  name: string | number
  /** What is deleted, and how long it can be restored. */
  children: ReactNode
  onConfirm: (name: string) => Promise<unknown>
}

/** Asks the reader to type a name or a number before deleting something large. Lists campaigns that prevent it. */
export function TypedNameDialog(props: TypedNameDialogProps) {
  const { open, onOpenChange, title, action, name, children, onConfirm } = props
  const { t } = useTranslation()
  const { number } = useDisplay()
  const isNumber = typeof name === 'number'
  const schema = useMemo(() => {
    const bare = (text: string) => (typeof name === 'number' ? text.replaceAll(/\D/g, '') : text.trim())
    return z.object({
      name: z.string().check(
        z.minLength(1, sentenceKey('fields.required')),
        z.refine(typed => bare(typed) === bare(String(name)), sentenceKey('members.typedName')),
      ),
    })
  }, [name])
  const form = useApiForm(schema, { defaultValues: { name: '' }, mode: 'onSubmit', reValidateMode: 'onChange' })
  const { formState } = form
  const close = () => {
    form.reset()
    form.clearFailure()
    onOpenChange(false)
  }
  return (
    <FormDialog
      form={{ failure: undefined, formState }}
      banner={form.failure && <Refusal error={form.failure} />}
      open={open}
      onClose={close}
      title={title}
      onSubmit={form.submit(async values => {
        await onConfirm(values.name)
        close()
      })}
      action={action}
      danger
    >
      <div className="text-ink-2">{children}</div>
      <Field label={t('danger.typeName', { name: isNumber ? number(name) : name })} error={form.errorOf('name')}>
        <TextInput {...form.register('name')} inputMode={isNumber ? 'numeric' : 'text'} autoComplete="off" autoFocus />
      </Field>
    </FormDialog>
  )
}

function Refusal({ error }: { error: ApiError }) {
  const { t } = useTranslation()
  // The reader only cancelled the confirmation of their identity, which is not an error.
  if (error.status === 403 || error.status === 401 || error.code === CONFIRM_IDENTITY) return null
  const { campaigns = [] } = (error.data ?? {}) as Partial<DeletionBlockers>
  return (
    <Alert tone="danger" live title={translateSentence(error)}>
      {campaigns.length > 0 && (
        <ul className="mt-1 list-disc ps-4">
          {campaigns.map(each => (
            <li key={each.uuid}>
              <bdi>{each.name}</bdi> ({t(`status.campaign.${each.status}`)}, <bdi>{each.application_name}</bdi>)
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

export interface DeletePanelProps {
  /** The name that the reader has to type. */
  name: string
  words: {
    /** The verb, for the button and the panel's title. */
    action: string
    /** What is deleted with it. */
    text: string
    /** Title of the dialog. */
    title: string
    consequences: string
  }
  onConfirm: (name: string) => Promise<unknown>
}

/** The panel at the end of a page that deletes something large. */
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
